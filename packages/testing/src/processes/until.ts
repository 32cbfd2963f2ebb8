import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 15;

export interface Until {
  /** Where waiting ends. Generous: a slow machine is no fault. */
  readonly limitMs?: number;
}

/** Waits for a state. Raises, with `what` was waited for, when it does not come. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, { limitMs = 20_000 }: Until = {}): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not so within ${limitMs} ms`);
    await sleep(lookEveryMs);
  }
}
