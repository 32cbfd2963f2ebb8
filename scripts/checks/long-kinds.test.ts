import { readFileSync } from 'node:fs';
import { kindOfLongTest } from '@linework/testing/run/time-limits';
import { expect, it } from 'vitest';
import { findTestFiles } from '../unit-tests.ts';

/** What only a long test starts: the API with workers, or a browser. */
const startsMuch = /\bstart(System|WatchedSystem|Browser|Night)\(/;

/** The sample that `npm test` runs. */
const sample = 'apps/worker/test/waiting.test.ts';

it('a test file that starts several programs or a browser says its kind in its name (CONTRIBUTING.md)', () => {
  const starting = findTestFiles().filter((path) => startsMuch.test(readFileSync(path, 'utf8')));
  expect(starting).toContain(sample);
  expect(starting.filter((path) => kindOfLongTest(path) === undefined)).toEqual([sample]);
});
