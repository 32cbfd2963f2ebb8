import { describe, expect, it } from 'vitest';
import { startSpeed } from '../src/machine/speed.ts';

describe('the speed', () => {
  it.each([
    ['keeps a limit when the machine is idle', 40, 10_000],
    ['extends a limit in proportion when the machine is busy', 300, 50_000],
  ])('%s', async (_name, startMs, limitMs) => {
    const speed = await startSpeed(async () => startMs);
    expect(speed.limitMs(10_000)).toBe(limitMs);
    speed.stop();
  });

  it('is measured on the machine', async () => {
    const speed = await startSpeed();
    expect(speed.limitMs(1_000)).toBeGreaterThanOrEqual(1_000);
    speed.stop();
  });
});
