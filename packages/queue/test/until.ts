import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds. */
export async function until(isSo: () => boolean | Promise<boolean>, limitMs = 300_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`the condition is still false after ${limitMs} ms: ${isSo}`);
    await sleep(10);
  }
}
