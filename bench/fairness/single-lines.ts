import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerWithLines } from '../services/fleet.ts';

/** The time of each line from the request to its end, in ms, for each kind of request. */
export interface Times {
  readonly bulk: readonly number[];
  readonly request: readonly number[];
}

const pollMs = 5;
const finalStatuses = ['COMPLETED', 'CANCELLED', 'FAILED'];

/**
 * Blocks and unblocks one line at a time for this long: blocks by a bulk operation of one line, unblocks by a single
 * request.
 */
export async function singleLines({ client, lineIds }: BrokerWithLines, seconds: number): Promise<Times> {
  const times = { bulk: [] as number[], request: [] as number[] };
  const endsAt = performance.now() + seconds * 1_000;

  async function send(method: string, path: string, body?: object): Promise<Record<string, string>> {
    const response = await client.send(method, path, body ? { body } : {});
    if (response.status >= 300) throw new Error(`${method} ${path} got ${response.status}: ${response.text}`);
    return JSON.parse(response.text);
  }

  async function waitUntilCompleted(path: string): Promise<void> {
    for (;;) {
      const { status = '' } = await send('GET', path);
      if (finalStatuses.includes(status) && status !== 'COMPLETED') throw new Error(`${path} is ${status}`);
      if (status === 'COMPLETED') return;
      await sleep(pollMs);
    }
  }

  async function inBulk(operation: string, lineId: string): Promise<void> {
    const { id } = await send('POST', '/bulk-operations', { operation, lineIds: [lineId] });
    await waitUntilCompleted(`/bulk-operations/${id}`);
  }

  for (let at = 0; performance.now() < endsAt; at += 1) {
    const lineId = lineIds[at % lineIds.length] as string;
    times.bulk.push(await timed(() => inBulk('block', lineId)));
    times.request.push(
      await timed(async () => waitUntilCompleted(`/orders/${await client.placeOrder('unblock', lineId)}`)),
    );
  }
  return times;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
