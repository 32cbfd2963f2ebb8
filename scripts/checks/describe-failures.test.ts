import { expect, it } from 'vitest';
import { describeFailures } from './describe-failures.ts';

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
