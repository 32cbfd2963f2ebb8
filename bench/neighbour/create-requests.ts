// Own code: autocannon cannot send a request again after a 429, nor build the next one only after a 200 (decision 67).
import { randomUUID } from 'node:crypto';
import { numberAt } from '../import/numbers.ts';
import { type Part, recordsInBatch, rowsInFile } from './loads.ts';
import type { BrokerA } from './world.ts';

/** Sends the same request each time and returns the status of the response. */
export type Send = () => Promise<number>;
/** Builds the next request. */
export type Next = () => Send;

/** More files than are imported in one turn. */
const fileLimit = 200;

interface RequestOptions {
  readonly turn: number;
  /** Aborted at the end of the load. */
  readonly signal: AbortSignal;
}

/** Creates the functions that build broker A's requests, one for each kind. */
export function createRequests(
  { url, key, operatorKey, lineIds, receiptIds, poolId, endpointId }: BrokerA,
  { turn, signal }: RequestOptions,
): Readonly<Record<Part['request'], Next>> {
  let [line, receipt, file] = [0, 0, turn * fileLimit];
  const nextLine = () => {
    line += 1;
    return lineIds[line % lineIds.length];
  };
  const send = async (
    path: string,
    { headers, ...init }: RequestInit & { readonly headers: Readonly<Record<string, string>> },
  ) => {
    const response = await fetch(url + path, { ...init, signal, headers: { 'X-API-Key': key, ...headers } });
    await response.arrayBuffer();
    return response.status;
  };
  const sendJson = (path: string, init: RequestInit) =>
    send(path, { ...init, headers: { 'Content-Type': 'application/json' } });

  return {
    batch() {
      const usedAt = new Date().toISOString();
      const records = Array.from({ length: recordsInBatch }, () => {
        return { recordId: randomUUID(), lineId: nextLine(), type: 'DATA', amount: 1_000, usedAt };
      });
      const body = JSON.stringify({ records });
      return () => sendJson('/usage/records', { method: 'POST', body });
    },
    list: () => () => send('/orders?limit=100', { headers: {} }),
    get: () => () => send(`/lines/${nextLine()}`, { headers: {} }),
    patch() {
      const [path, body] = [`/lines/${nextLine()}`, JSON.stringify({ metadata: { turn, line } })];
      return () => sendJson(path, { method: 'PATCH', body });
    },
    replay: () => () =>
      sendJson(`/webhook-endpoints/${endpointId}/replays`, { method: 'POST', body: '{"fromPosition":1}' }),
    sample: () => () => sendJson(`/webhook-endpoints/${endpointId}/test`, { method: 'POST', body: '{}' }),
    document() {
      receipt += 1;
      const path = `/tax-receipts/${receiptIds[receipt % receiptIds.length]}/document`;
      return () => send(path, { headers: { Accept: 'application/pdf' } });
    },
    import() {
      const from = file * rowsInFile;
      file += 1;
      const rows = Array.from({ length: rowsInFile }, (_, at) => numberAt(from + at));
      const headers = { 'X-API-Key': operatorKey, 'Content-Type': 'text/csv' };
      const body = `externalCode\n${rows.join('\n')}\n`;
      return () => send(`/inventory/pools/${poolId}/resources/import`, { method: 'POST', headers, body });
    },
  };
}
