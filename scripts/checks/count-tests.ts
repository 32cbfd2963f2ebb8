import { readFileSync, rmSync } from 'node:fs';
import type { Count } from './all.ts';

/** Where the test runner writes down how each test ended. */
export const testReport = '.local/test-report.json';

interface TestReport {
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

/**
 * Counts what the last run wrote down. A test that did not run counts as failed, so does a file that could not be loaded, and so does a run that ended
 * badly though every test went well (an error between tests, or one while the servers started).
 */
export function countTests(ok: boolean): Count {
  const files = readReport();
  const passed = files.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length;
  const notPassed = files.flatMap((file) => file.assertionResults).filter((test) => test.status !== 'passed').length;
  const notLoaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = notPassed + notLoaded;
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}

/** Read once: an old report must never speak for a run that wrote none. */
function readReport(): TestReport['testResults'] {
  try {
    const report: TestReport = JSON.parse(readFileSync(testReport, 'utf8'));
    rmSync(testReport);
    return report.testResults;
  } catch {
    return [];
  }
}
