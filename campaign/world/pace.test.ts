import { describe, expect, it } from 'vitest';
import { startPace } from './pace.ts';

describe('the pace of the machine', () => {
  it.each([
    ['at rest leaves a limit as it is', 40, 10_000],
    ['under load makes it longer by as much', 300, 50_000],
  ])('%s', async (_what, startMs, limitMs) => {
    const pace = await startPace(async () => startMs);
    expect(pace.limitMs(10_000)).toBe(limitMs);
    pace.stop();
  });

  it('is measured on the machine itself', async () => {
    const pace = await startPace();
    expect(pace.limitMs(1_000)).toBeGreaterThanOrEqual(1_000);
    pace.stop();
  });
});
