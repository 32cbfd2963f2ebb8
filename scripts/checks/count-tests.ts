import { globSync, readFileSync, rmSync } from 'node:fs';
import type { Count } from './all.ts';

/** Where the test runner writes down how each test ended: one file for each package, and one for the project itself. Turbo puts back those of packages that it did not test again. */
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
 * Counts what a run wrote down. A test that did not run counts as failed, so does a file that could not be loaded, and so does a run that ended
 * badly though every test went well (an error between tests, or one while the servers started).
 */
export function countTests(ok: boolean, paths: readonly string[] = testReports()): Count {
  const files = paths.flatMap(readReport);
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const left = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of left) console.error(`did not run: ${fullName}`);
  const notLoaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = tests.length - passed + notLoaded.length;
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}

/** Read once: an old report must never speak for a run that wrote none. */
function readReport(path: string): readonly TestFile[] {
  try {
    const report: { readonly testResults: readonly TestFile[] } = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    return report.testResults;
  } catch {
    return [];
  }
}
