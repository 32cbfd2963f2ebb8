import { expect, it } from 'vitest';
import { trackActiveOwners } from '../../src/limits/active-owners.ts';

it('is beside others who sent anything within the last second', () => {
  let nowMs = 5_000;
  const there = trackActiveOwners(() => nowMs);
  expect(there.isShared('A')).toBe(false);
  there.record('A');
  there.record('A');
  expect([there.isShared('A'), there.isShared('B')]).toEqual([false, true]);
  nowMs += 900;
  there.record('B');
  expect([there.isShared('A'), there.isShared('B'), there.isShared('C')]).toEqual([true, true, true]);
  nowMs += 200;
  expect([there.isShared('A'), there.isShared('B')]).toEqual([true, false]);
  nowMs += 900;
  expect([there.isShared('A'), there.isShared('B')]).toEqual([false, false]);
});
