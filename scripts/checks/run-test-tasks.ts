import { readFileSync, writeFileSync } from 'node:fs';
import { startVitest } from 'vitest/node';
import type { TestTask } from './changed-tasks.ts';
import { splitReport, type TestReport } from './split-report.ts';

/** Runs the tests of all these tasks in one run of Vitest, and writes the report of each as `<hash>.json`. After an error between tests it writes none. */
export async function runTestTasks(tasks: readonly TestTask[], reportsFolder: string): Promise<void> {
  const whole = `${reportsFolder}/all.json`;
  const folders = tasks.flatMap((task) => task.folders);
  const vitest = await startVitest('test', [...folders], { watch: false, reporters: ['default', ['json', { outputFile: whole }]] });
  const errors = vitest.state.getUnhandledErrors();
  await vitest.close();
  // Vitest sets the exit code of its process. Here the result of the tasks decides.
  process.exitCode = 0;
  // Nothing tells which package caused such an error.
  if (errors.length > 0) return;
  const report: TestReport = JSON.parse(readFileSync(whole, 'utf8'));
  for (const { hash, report: own } of splitReport(report, tasks)) writeFileSync(`${reportsFolder}/${hash}.json`, JSON.stringify(own));
}
