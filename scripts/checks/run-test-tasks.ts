import { readFileSync, writeFileSync } from 'node:fs';
import { startVitest, type Vitest } from 'vitest/node';
import type { TestTask } from './changed-tasks.ts';
import { splitReport, type TestReport } from './split-report.ts';

/** Runs the tests of all these tasks in one run of Vitest, and writes the report of each as `<hash>.json`. */
export async function runTestTasks(tasks: readonly TestTask[], reportsFolder: string): Promise<void> {
  const whole = `${reportsFolder}/all.json`;
  const folders = tasks.flatMap((task) => task.folders);
  const vitest = await startVitest('test', [...folders], { watch: false, reporters: ['default', ['json', { outputFile: whole }]] });
  const hasErrors = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  // Vitest sets the exit code of its process. Here the result of the tasks decides.
  process.exitCode = 0;
  const report: TestReport = { testResults: addSuiteErrors(readResults(whole), vitest), hasErrors };
  for (const { hash, report: own } of splitReport(report, tasks)) writeFileSync(`${reportsFolder}/${hash}.json`, JSON.stringify(own));
}

const readResults = (path: string): TestReport['testResults'] => JSON.parse(readFileSync(path, 'utf8')).testResults;

/** Vitest's report has the errors of tests. An error outside of tests, as in a hook, is added to its file. */
function addSuiteErrors(results: TestReport['testResults'], { state }: Vitest): TestReport['testResults'] {
  const errors = new Map<string, string[]>();
  for (const testModule of state.getTestModules()) {
    const suites = [testModule, ...testModule.children.allSuites()];
    const found = suites.flatMap((suite) => suite.errors().map(({ stack, message }) => stack || message));
    errors.set(testModule.moduleId, found);
  }
  return results.map((result) => ({ ...result, suiteErrors: errors.get(result.name) ?? [] }));
}
