import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countTests, hasPassed, type Report } from './count-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'linework-count-'));
afterAll(() => rmSync(folder, { recursive: true }));
const empty: Report = { files: 1, passed: 0, failures: [], skips: [], leftOut: {}, hasErrors: false };
let reports = 0;

function write(report: Partial<Report>): string {
  reports += 1;
  const path = join(folder, `report-${reports}.json`);
  writeFileSync(path, JSON.stringify({ ...empty, ...report }));
  return path;
}

describe('counting the tests of a run', () => {
  it('adds up the reports of several packages', () => {
    const skip = { need: 'chromium', reason: 'chromium is missing.', tests: 1 };
    const paths = [
      write({ passed: 1, skips: [skip, skip], leftOut: { cases: 3 } }),
      write({ passed: 2, failures: ['a/file.test.ts: a test'], skips: [skip], leftOut: { cases: 4, inputs: 1 } }),
    ];
    expect(countTests(false, paths)).toEqual({
      passed: 3,
      failed: 1,
      failures: ['a/file.test.ts: a test'],
      skips: [{ ...skip, tests: 3 }],
      leftOut: { cases: 7, inputs: 1 },
    });
  });

  it('counts a failed run without a failed test, or a run without tests, as one failure', () => {
    const failed = { failed: 1, failures: ['the run, without a failed test'] };
    expect(countTests(false, [write({ passed: 1 })])).toMatchObject({ passed: 1, ...failed });
    expect(countTests(true, [write({})])).toMatchObject({ passed: 0, ...failed });
  });

  it('never reads the report of an earlier run', () => {
    const path = write({ passed: 1 });
    expect(countTests(true, [path])).toMatchObject({ passed: 1, failed: 0 });
    expect(countTests(true, [path])).toMatchObject({ passed: 0, failed: 1 });
  });
});

it.each([
  ['all tests passed', { passed: 2 }, true],
  ['a test failed', { passed: 2, failures: ['a test'] }, false],
  ['there is no file', { files: 0 }, false],
  ['an error occurred between tests', { passed: 2, hasErrors: true }, false],
] as const)('a report in which %s has passed: %s', (_what, report, expected) => {
  expect(hasPassed({ ...empty, ...report })).toBe(expected);
  if ('files' in report) expect(hasPassed({ ...empty, ...report }, true)).toBe(true);
});
