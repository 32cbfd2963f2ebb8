import { vi } from 'vitest';
import { waits } from '../processes/wait-until.ts';
import { generalLimits, kindOfLongTest, type LongReason, longLimitMs, waitLimitOf } from './time-limits.ts';

/**
 * Gives the tests and hooks of the calling file more time. Call it at the top of the file, and give the reason. A test
 * that was told to work with more than usual takes its time several times.
 */
export function takesLong(reason: LongReason, times = 1): void {
  const limitMs = times * longLimitMs(reason);
  vi.setConfig({ testTimeout: limitMs, hookTimeout: limitMs });
  waits.limitMs = waitLimitOf(limitMs);
}

/** `scripts/before-each-file.ts` calls it before each file. Vitest undoes the limits of the file before. */
export function setLimitsOf(path: string): void {
  waits.limitMs = generalLimits.expect.poll.timeout;
  const kind = kindOfLongTest(path);
  if (kind) takesLong(kind);
}
