import { globSync, readFileSync, rmSync } from 'node:fs';

/** The results of the tests of a package. Turbo keeps them until an input of these tests changes. */
export interface Report {
  readonly files: number;
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skips: readonly Skip[];
  /** How many cases samples left out, by kind. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** An error occurred between tests, and nothing tells which package caused it. */
  readonly hasErrors: boolean;
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

/** Whether all tests of a report passed. In their short form a package may have none (`mayBeEmpty`). */
export const hasPassed = ({ files, failures, hasErrors }: Report, mayBeEmpty = false): boolean =>
  !hasErrors && failures.length === 0 && (mayBeEmpty || files > 0);

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

/** The reports of all packages and of the project. Turbo restores those of packages that it did not test again. */
export const testReports = (): readonly string[] => globSync('{,apps/*/,packages/*/}.local/test-report.json');

/**
 * Adds up the reports. A run that failed without a failed test (because of an error between tests or at the start of
 * the servers), and one without tests, count as one failure.
 */
export function countTests(ok: boolean, paths: readonly string[] = testReports()): Count {
  const reports = paths.flatMap(readReport);
  const failures = reports.flatMap((report) => report.failures);
  const skips = reports.flatMap((report) => report.skips);
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  if (failures.length === 0 && (!ok || passed + skips.length === 0)) failures.push('the run, without a failed test');
  const leftOut = sumByKind(reports.flatMap((report) => Object.entries(report.leftOut)));
  return { passed, failed: failures.length, failures, skips: addUp(skips), leftOut };
}

/** A report is deleted after it was read, so that it is never used for a run that wrote none. */
function readReport(path: string): readonly Report[] {
  try {
    const report: Report = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    return [report];
  } catch {
    return [];
  }
}

export function sumByKind(
  counts: readonly (readonly [kind: string, count: number])[],
): Readonly<Record<string, number>> {
  const kinds = Map.groupBy(counts, ([kind]) => kind);
  return Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.reduce((sum, [, count]) => sum + count, 0)]));
}

/** One entry for each reason. */
function addUp(skips: readonly Skip[]): readonly Skip[] {
  const byReason = Map.groupBy(skips, ({ reason }) => reason);
  return [...byReason].map(([reason, same]) => ({
    need: same[0]?.need ?? '',
    reason,
    tests: same.reduce((sum, { tests = 1 }) => sum + tests, 0),
  }));
}
