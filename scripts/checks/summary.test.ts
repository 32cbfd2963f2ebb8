import { expect, it } from 'vitest';
import { countSkipped, describeFailures, describeSkips, findForbiddenSkips } from './summary.ts';

it('the end of a run names every failure, and gives the cause of the first one in each file', () => {
  const failures = [
    'a.test.ts: one\n      Error: a timeout\n      Call log:\n        - waiting for a button\n      ',
    'a.test.ts: two\n      Error: its consequence',
    'b.test.ts could not be loaded\n      Error: no browser',
    'the run, without a failed test',
  ];
  expect(describeFailures('tests', failures)).toEqual([
    'tests: a.test.ts: one',
    '    Error: a timeout',
    '    - waiting for a button',
    'tests: a.test.ts: two',
    'tests: b.test.ts could not be loaded',
    '    Error: no browser',
    'tests: the run, without a failed test',
  ]);
});

it('the end of a run shows no more than the start of a long line', () => {
  expect(describeFailures('tests', [`a.test.ts: one\n${'x'.repeat(1_000)}`])[1]).toHaveLength(164);
});

const browser = { need: 'chromium', reason: 'chromium is missing. Install it.', tests: 3 };
const image = { need: 'image', reason: 'It needs root.' };

it('a skip has a line with the number of tests, or the check, and the remedy', () => {
  expect(describeSkips([browser, { ...browser, tests: 1 }, image])).toEqual([
    '3 tests: chromium is missing. Install it.',
    '1 test: chromium is missing. Install it.',
    'image: It needs root.',
  ]);
  expect(countSkipped([browser, image])).toBe(4);
});

it('with CI=true only a listed skip is allowed', () => {
  const allowed = { image: 'It needs root.' };
  expect(findForbiddenSkips([browser, image], true, allowed)).toEqual([browser]);
  expect(findForbiddenSkips([browser, image], false, allowed)).toEqual([]);
});
