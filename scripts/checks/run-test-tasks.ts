import { readFileSync, writeFileSync } from 'node:fs';
import { startVitest } from 'vitest/node';
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
  const report: TestReport = { ...JSON.parse(readFileSync(whole, 'utf8')), hasErrors };
  for (const { hash, report: own } of splitReport(report, tasks)) writeFileSync(`${reportsFolder}/${hash}.json`, JSON.stringify(own));
}
