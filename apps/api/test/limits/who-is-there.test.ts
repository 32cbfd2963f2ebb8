import { expect, it } from 'vitest';
import { whoIsThere } from '../../src/limits/who-is-there.ts';

it('is beside others who sent anything within the last second', () => {
  let nowMs = 5_000;
  const there = whoIsThere(() => nowMs);
  expect(there.isBesideOthers('A')).toBe(false);
  there.note('A');
  there.note('A');
  expect([there.isBesideOthers('A'), there.isBesideOthers('B')]).toEqual([false, true]);
  nowMs += 900;
  there.note('B');
  expect([there.isBesideOthers('A'), there.isBesideOthers('B'), there.isBesideOthers('C')]).toEqual([true, true, true]);
  nowMs += 200;
  expect([there.isBesideOthers('A'), there.isBesideOthers('B')]).toEqual([true, false]);
  nowMs += 900;
  expect([there.isBesideOthers('A'), there.isBesideOthers('B')]).toEqual([false, false]);
});
