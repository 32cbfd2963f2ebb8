import { describe, expect, it } from 'vitest';
import { startPace } from '../src/machine/pace.ts';

describe('the pace', () => {
  it.each([
    ['keeps a limit when the machine is idle', 40, 10_000],
    ['extends a limit in proportion when the machine is busy', 300, 50_000],
  ])('%s', async (_name, startMs, limitMs) => {
    const pace = await startPace(async () => startMs);
    expect(pace.limitMs(10_000)).toBe(limitMs);
    pace.stop();
  });

  it('is measured on the machine', async () => {
    const pace = await startPace();
    expect(pace.limitMs(1_000)).toBeGreaterThanOrEqual(1_000);
    pace.stop();
  });
});
