import { setTimeout as sleep } from 'node:timers/promises';

/** The pauses grow, so that polling does not delay the expected state. */
const pauses = { firstMs: 10, growth: 1.25, longestMs: 100 };

export interface WaitOptions {
  /** The maximum waiting time. The default is a little below the time limit of the test. */
  readonly limitMs?: number;
}

/** The default limit. `takesLong` changes it for a file. */
export const waits = { limitMs: 300_000 };

/** Waits until the condition holds. Throws with the description if it does not hold in time. */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  { limitMs = waits.limitMs }: WaitOptions = {},
): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (
    let pauseMs = pauses.firstMs;
    !(await condition());
    pauseMs = Math.min(pauseMs * pauses.growth, pauses.longestMs)
  ) {
    if (performance.now() > deadline) throw new Error(`${description}: not within ${limitMs} ms`);
    await sleep(pauseMs);
  }
}
