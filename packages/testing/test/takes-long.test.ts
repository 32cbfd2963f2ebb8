import { beforeAll, expect, it } from 'vitest';
import { waits } from '../src/processes/wait-until.ts';
import { takesLong } from '../src/run/takes-long.ts';

takesLong('many-cases');

let limitOfWaitingMs = 0;
beforeAll(() => {
  limitOfWaitingMs = waits.limitMs;
});

it('a test of a file that takes long has more time, and what it waits for a little less', ({ task }) => {
  expect(task.timeout).toBe(1_200_000);
  expect(limitOfWaitingMs).toBe(1_080_000);
});
