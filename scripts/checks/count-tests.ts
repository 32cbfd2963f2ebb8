import { globSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Lack } from '@linework/testing/run/what-tests-need';

/** How many parts of a check passed. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** What failed, for the end of the output. */
  readonly failures?: readonly string[];
  /** What was skipped because this machine lacks something. */
  readonly skips?: readonly Skip[];
  /** How many cases samples left out, by kind. */
  readonly leftOut?: Readonly<Record<string, number>>;
}

/** Tests, or a check, that this machine cannot run. */
export interface Skip {
  /** What the machine lacks, such as `chromium`, or the name of the check. */
  readonly need: string;
  /** A sentence with a remedy. */
  readonly reason: string;
  /** The number of tests; undefined for a check. */
  readonly tests?: number;
}

/**
 * The reports of the test runner: one for each package and one for the project. Turbo restores the reports of packages
 * that it did not test again.
 */
export const testReports = (): readonly string[] => globSync('{,apps/*/,packages/*/}.local/test-report.json');

interface Test {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages?: readonly string[];
  readonly meta?: { readonly lack?: Lack };
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly Test[];
  /** The errors outside of tests, which explain why tests did not run. */
  readonly suiteErrors?: readonly string[];
  /** What the whole file lacks. */
  readonly lack?: Lack;
  readonly leftOut?: readonly { readonly kind: string; readonly count: number }[];
}

/**
 * Counts the results in the reports, and names what failed. A test that did not run counts as failed, and so does a
 * file that could not be loaded. Only a test that declared what this machine lacks (`needs` in `packages/testing`)
 * counts as skipped. A run that failed without a failed test (because of an error between tests or at the start of the
 * servers) counts as one failure.
 */
export function countTests(ok: boolean, paths: readonly string[] = testReports()): Count {
  const files = paths.flatMap(readReport);
  const failures = files.flatMap(findFailures);
  const passed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length;
  const skips = countSkips(files);
  if (failures.length === 0 && (!ok || passed + skips.length === 0)) failures.push('the run, without a failed test');
  return { passed, failed: failures.length, failures, skips, leftOut: sumLeftOut(files) };
}

const isSkipped = ({ lack }: TestFile, test: Test): boolean =>
  test.status === 'skipped' && (test.meta?.lack ?? lack) !== undefined;

function countSkips(files: readonly TestFile[]): readonly Skip[] {
  const lacks = files.flatMap((file) =>
    file.assertionResults.filter((test) => isSkipped(file, test)).map((test) => (test.meta?.lack ?? file.lack) as Lack),
  );
  const byReason = Map.groupBy(lacks, ({ reason }) => reason);
  return [...byReason].map(([reason, same]) => ({ need: same[0]?.need ?? '', reason, tests: same.length }));
}

function sumLeftOut(files: readonly TestFile[]): Readonly<Record<string, number>> {
  const kinds = Map.groupBy(
    files.flatMap(({ leftOut = [] }) => leftOut),
    ({ kind }) => kind,
  );
  return Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.reduce((sum, { count }) => sum + count, 0)]));
}

function findFailures(testFile: TestFile): string[] {
  const { name, status, assertionResults, suiteErrors = [] } = testFile;
  const file = relative(process.cwd(), name);
  if (status === 'failed' && assertionResults.length === 0)
    return [`${file} could not be loaded${suiteErrors.map(shorten).join('')}`];
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const didNotRun = assertionResults.filter(
    (test) => !['passed', 'failed'].includes(test.status) && !isSkipped(testFile, test),
  );
  // A hook that failed after the tests prevented none.
  const afterTests = didNotRun.length === 0 ? suiteErrors : [];
  return [
    ...failed.map((test) => `${file}: ${test.fullName}${(test.failureMessages ?? []).map(shorten).join('')}`),
    // One error explains all tests of its suite.
    ...didNotRun.map(
      (test, at) => `${file}: ${test.fullName} (did not run)${at === 0 ? suiteErrors.map(shorten).join('') : ''}`,
    ),
    ...afterTests.map((error) => `${file}: outside of its tests${shorten(error)}`),
  ];
}

const [firstLines, lastLines, longestLine] = [8, 8, 300] as const;

/**
 * The start and the end of an error, for a reader who has only the end of the output. A program that failed says why in
 * its last lines.
 */
function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line));
  const left = lines.length - firstLines - lastLines;
  const shown = left > 0 ? [...lines.slice(0, firstLines), `(${left} more lines)`, ...lines.slice(-lastLines)] : lines;
  return shown.map((line) => `\n      ${line.slice(0, longestLine)}`).join('');
}

/** A report is deleted after it was read, so that it is never used for a run that wrote none. */
function readReport(path: string): readonly TestFile[] {
  try {
    const report: { readonly testResults: readonly TestFile[] } = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    return report.testResults;
  } catch {
    return [];
  }
}
