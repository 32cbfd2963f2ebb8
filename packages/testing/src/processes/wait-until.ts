import { setTimeout as sleep } from 'node:timers/promises';

/** Looks are far apart after a while: a state is not to come later because it is asked for all the time. */
const pauses = { firstMs: 10, growth: 1.25, longestMs: 100 };

export interface WaitOptions {
  /** Where waiting ends. Generous: a slow machine is no fault. */
  readonly limitMs?: number;
}

/** Waits until the condition holds. Throws with the description if it does not hold in time. */
export async function waitUntil(description: string, condition: () => boolean | Promise<boolean>, { limitMs = 120_000 }: WaitOptions = {}): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let pauseMs = pauses.firstMs; !(await condition()); pauseMs = Math.min(pauseMs * pauses.growth, pauses.longestMs)) {
    if (performance.now() > deadline) throw new Error(`${description}: not so within ${limitMs} ms`);
    await sleep(pauseMs);
  }
}
