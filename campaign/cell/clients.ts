import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { lineworkClient, readOrderId } from '@linework/testing/processes/linework-client';
import type { OpenCell } from './open-cell.ts';

type AnswerClass = '2xx' | '4xx' | '503' | 'other' | 'no answer';

/** What the clients of a cell have seen. */
export interface Seen {
  /** Orders that were answered with 2xx, and when. */
  readonly accepted: Map<string, number>;
  /** Milliseconds from the first sending of each request to its 2xx. */
  readonly waitsMs: number[];
  readonly answers: Record<AnswerClass, number>;
  /** The different texts of answers with 503. */
  readonly unavailable: Set<string>;
  /** When a request got no answer at all: its haproxy was gone. */
  readonly withoutAnswer: number[];
  /** Answers that nobody expects. */
  readonly unexpected: string[];
}

export interface Clients {
  readonly seen: Seen;
  /** Lets every client know the outcome of its last request. */
  stop(): Promise<void>;
}

const pauseMs = 100;
/** Repeated under its key: still in progress, or too many requests. */
const repeated = [409, 429];

/**
 * Starts a client for each line. It blocks and unblocks its line, one order after the other, and repeats each request
 * under its Idempotency-Key until it knows the outcome. It changes to the next haproxy when one does not answer.
 */
export function startClients({ urls, key }: Pick<OpenCell, 'urls' | 'key'>, lineIds: readonly string[]): Clients {
  const seen: Seen = {
    accepted: new Map(),
    waitsMs: [],
    answers: { '2xx': 0, '4xx': 0, '503': 0, other: 0, 'no answer': 0 },
    unavailable: new Set(),
    withoutAnswer: [],
    unexpected: [],
  };
  let isOver = false;
  const connections = urls.map((url) => lineworkClient(url, key));

  async function runClient(lineId: string, first: number): Promise<void> {
    let at = first;
    async function send(method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
      const answer = await connections[at % connections.length]?.send(method, path, { headers }).catch(() => undefined);
      const name = classify(answer?.status);
      seen.answers[name] += 1;
      if (name === 'no answer') {
        seen.withoutAnswer.push(performance.now());
        at += 1;
      }
      if (name === '503') seen.unavailable.add(answer?.text ?? '');
      if (name === 'other') seen.unexpected.push(`${method} ${path}: ${answer?.status} ${answer?.text}`);
      return answer;
    }
    for (let isBlocked = false; !isOver; isBlocked = !isBlocked) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const sentMs = performance.now();
      let orderId: string | undefined;
      while (orderId === undefined) {
        const answer = await send('POST', `/lines/${lineId}/${isBlocked ? 'unblock' : 'block'}`, headers);
        if (answer && answer.status < 300) orderId = readOrderId(answer);
        else if (answer && answer.status < 500 && !repeated.includes(answer.status))
          throw new Error(`${answer.status} ${answer.text}`);
        else await sleep(pauseMs);
      }
      const acceptedMs = performance.now();
      seen.accepted.set(orderId, acceptedMs);
      seen.waitsMs.push(acceptedMs - sentMs);
      let status: unknown;
      while (status !== 'COMPLETED' && !isOver) {
        const answer = await send('GET', `/orders/${orderId}?waitSeconds=5`);
        if (answer?.status === 200) ({ status } = JSON.parse(answer.text) as { readonly status: unknown });
        else await sleep(pauseMs);
      }
    }
  }
  const working = lineIds.map((lineId, at) =>
    runClient(lineId, at).catch((error: unknown) => seen.unexpected.push(`a client gave up: ${error}`)),
  );
  return {
    seen,
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

function classify(status: number | undefined): AnswerClass {
  if (status === undefined) return 'no answer';
  if (status === 503) return '503';
  if (status >= 200 && status < 300) return '2xx';
  return status >= 400 && status < 500 ? '4xx' : 'other';
}

/** The longest time without an accepted order between two moments. */
export function longestGapMs({ accepted }: Seen, fromMs: number, toMs: number): number {
  const times = [...accepted.values()].filter((time) => time >= fromMs && time <= toMs);
  const moments = [fromMs, ...times, toMs];
  return Math.round(Math.max(...moments.slice(1).map((time, before) => time - (moments[before] ?? time))));
}
