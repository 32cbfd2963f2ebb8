import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createRequests, type Next } from './create-requests.ts';
import type { Part } from './loads.ts';
import type { BrokerA } from './world.ts';

export interface BrokerALoad {
  readonly a: BrokerA;
  readonly parts: readonly Part[];
  /** Counted from 0: no number is imported twice. */
  readonly turn: number;
}

/** How often each kind was answered 2xx and 429. */
export type RequestCounts = Readonly<Record<string, { done: number; rejected: number }>>;

/** So long a client that was answered 429 waits: much shorter than it was told to. */
const retryPauseMs = 50;

// A thread of its own, so that the work of sending is not taken for B's latency.
const { a, parts, turn } = workerData as BrokerALoad;
const requests = createRequests(a, turn);
const requestCounts: RequestCounts = Object.fromEntries(parts.map(({ request }) => [request, { done: 0, rejected: 0 }]));
let isOver = false;

/** What was answered 429 is sent again as it is: that another request is made costs A's processor, which B's shares here. */
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
    } else throw new Error(`${request} was answered ${status}`);
  }
}

const clients = parts.flatMap(({ request, clients }) => Array.from({ length: clients }, () => keepSending(request, requests[request])));
parentPort?.once('message', async () => {
  isOver = true;
  await Promise.all(clients);
  parentPort?.postMessage(requestCounts);
});
