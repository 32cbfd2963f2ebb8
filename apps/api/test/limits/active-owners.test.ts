import { expect, it } from 'vitest';
import { trackActiveOwners } from '../../src/limits/active-owners.ts';

it('an owner shares the capacity if another one was active within the last second', () => {
  let nowMs = 5_000;
  const owners = trackActiveOwners(() => nowMs);
  expect(owners.isShared('A')).toBe(false);
  owners.record('A');
  owners.record('A');
  expect([owners.isShared('A'), owners.isShared('B')]).toEqual([false, true]);
  nowMs += 900;
  owners.record('B');
  expect([owners.isShared('A'), owners.isShared('B'), owners.isShared('C')]).toEqual([true, true, true]);
  nowMs += 200;
  expect([owners.isShared('A'), owners.isShared('B')]).toEqual([true, false]);
  nowMs += 900;
  expect([owners.isShared('A'), owners.isShared('B')]).toEqual([false, false]);
});
