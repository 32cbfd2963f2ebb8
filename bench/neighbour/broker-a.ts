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

/** How many requests of each kind got 2xx and 429. */
export type RequestCounts = Readonly<Record<string, { done: number; rejected: number }>>;

/** The wait of a client after a 429; much shorter than its `Retry-After`. */
const retryPauseMs = 50;

// A separate thread, so that the work of sending does not add to B's latency.
const { a, parts, turn } = workerData as BrokerALoad;
const requests = createRequests(a, turn);
const requestCounts: RequestCounts = Object.fromEntries(parts.map(({ request }) => [request, { done: 0, rejected: 0 }]));
let isOver = false;

/** A request that got 429 is sent again unchanged, because building another one would use CPU time that B needs here. */
async function keepSending(request: Part['request'], next: Next): Promise<void> {
  const counts = requestCounts[request];
  let send = next();
  while (!isOver && counts) {
    const status = await send();
    if (status === 429) {
      counts.rejected += 1;
      await sleep(retryPauseMs);
    } else if (status === 200) {
      counts.done += 1;
      send = next();
    } else throw new Error(`the request ${request} got ${status}`);
  }
}

const clients = parts.flatMap(({ request, clients }) => Array.from({ length: clients }, () => keepSending(request, requests[request])));
parentPort?.once('message', async () => {
  isOver = true;
  await Promise.all(clients);
  parentPort?.postMessage(requestCounts);
});
