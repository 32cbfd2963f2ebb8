import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createRequests, type Next } from './create-requests.ts';
import type { Part } from './loads.ts';
import type { BrokerA } from './world.ts';

export interface BrokerALoad {
  readonly a: BrokerA;
  readonly parts: readonly Part[];
  /** Counted from 0, so that no number is imported twice. */
  readonly turn: number;
}

/** How many requests of each kind had an effect or a final answer, and how many were refused for now. */
export type RequestCounts = Readonly<Record<string, { done: number; rejected: number }>>;

/** The wait of a client after a 429; much shorter than its `Retry-After`. */
const retryPauseMs = 50;

// A separate thread, so that the work of sending does not add to B's latency.
const { a, parts, turn } = workerData as BrokerALoad;
const ended = new AbortController();
const requests = createRequests(a, { turn, signal: ended.signal });
const requestCounts: RequestCounts = Object.fromEntries(
  parts.map(({ request }) => [request, { done: 0, rejected: 0 }]),
);

/** The replay of too many events is refused for good, after the work of counting them. */
const finalStatuses = [200, 422];
const refusedForNow = [409, 429, 503];

/**
 * A request that was refused for now is sent again unchanged, because building another one would use CPU time that B
 * needs here.
 */
async function keepSending(request: Part['request'], next: Next): Promise<void> {
  const counts = requestCounts[request];
  let send = next();
  while (!ended.signal.aborted && counts) {
    const status = await send().catch(endedStatus);
    if (status === endedEarly) return;
    if (refusedForNow.includes(status)) {
      counts.rejected += 1;
      await sleep(retryPauseMs);
    } else if (finalStatuses.includes(status)) {
      counts.done += 1;
      send = next();
    } else throw new Error(`the request ${request} got ${status}`);
  }
}

const endedEarly = 0;

/** A sample that waits for its receiver does not delay the end of the load. */
function endedStatus(error: unknown): number {
  if (ended.signal.aborted) return endedEarly;
  throw error;
}

const clients = parts.flatMap(({ request, clients }) =>
  Array.from({ length: clients }, () => keepSending(request, requests[request])),
);
parentPort?.once('message', async () => {
  ended.abort();
  await Promise.all(clients);
  parentPort?.postMessage(requestCounts);
});
