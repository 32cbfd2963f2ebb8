import { globSync, readFileSync, rmSync } from 'node:fs';
import type { Count } from './all.ts';

/** The reports of the test runner: one for each package and one for the project. Turbo restores the reports of packages that it did not test again. */
export const testReports = (): readonly string[] => globSync('{,apps/*/,packages/*/}.local/test-report.json');

interface Test {
  readonly status: string;
  readonly fullName: string;
}

interface TestFile {
  readonly status: string;
  readonly assertionResults: readonly Test[];
}

/**
 * Counts the results in the reports. A test that did not run counts as failed, and so does a file that could not be loaded. A run that failed without
 * a failed test (because of an error between tests or at the start of the servers) counts as one failure.
 */
export function countTests(ok: boolean, paths: readonly string[] = testReports()): Count {
  const files = paths.flatMap(readReport);
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const notRun = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of notRun) console.error(`did not run: ${fullName}`);
  const notLoaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = tests.length - passed + notLoaded.length;
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
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
