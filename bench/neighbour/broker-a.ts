import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Part } from './loads.ts';
import { type Next, requestsOf } from './send-as-a.ts';
import type { BrokerA } from './world.ts';

export interface LoadOfA {
  readonly a: BrokerA;
  readonly parts: readonly Part[];
  /** Counted from 0: no number is imported twice. */
  readonly turn: number;
}

/** How often each kind was answered 2xx and 429. */
export type Told = Readonly<Record<string, { done: number; refused: number }>>;

/** So long a client that was answered 429 waits: much shorter than it was told to. */
const impatienceMs = 50;

// A thread of its own, so that the work of sending is not taken for B's latency.
const { a, parts, turn } = workerData as LoadOfA;
const requests = requestsOf(a, turn);
const told: Told = Object.fromEntries(parts.map(({ request }) => [request, { done: 0, refused: 0 }]));
let over = false;

/** What was answered 429 is sent again as it is: that another request is made costs A's processor, which B's shares here. */
async function keepSending(request: Part['request'], next: Next): Promise<void> {
  const counts = told[request];
  let send = next();
  while (!over && counts) {
    const status = await send();
    if (status === 429) {
      counts.refused += 1;
      await sleep(impatienceMs);
    } else if (status === 200) {
      counts.done += 1;
      send = next();
    } else throw new Error(`${request} was answered ${status}`);
  }
}

const clients = parts.flatMap(({ request, clients }) => Array.from({ length: clients }, () => keepSending(request, requests[request])));
parentPort?.once('message', async () => {
  over = true;
  await Promise.all(clients);
  parentPort?.postMessage(told);
});
