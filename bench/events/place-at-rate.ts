import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../harness/contender.ts';

/** More orders at once would measure how a queue grows. */
const openLimit = 500;
const tickMs = 10;

/** Places orders at a rate, whatever their duration, and returns how many have completed when all have. */
export async function placeAtRate(
  { place }: Pick<Running, 'place'>,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<number> {
  const startedMs = performance.now();
  const open = new Set<Promise<void>>();
  let placed = 0;
  for (let passedMs = 0; passedMs < seconds * 1_000; passedMs = performance.now() - startedMs) {
    while (placed < (rate * passedMs) / 1_000 && open.size < openLimit) {
      const order: Promise<void> = place().finally(() => open.delete(order));
      open.add(order);
      placed += 1;
    }
    await sleep(tickMs);
  }
  await Promise.all(open);
  return placed;
}
