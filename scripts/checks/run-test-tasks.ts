import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Lack } from '@linework/testing/run/what-tests-need';
import { startVitest, type TestModule } from 'vitest/node';
import type { TestTask } from './changed-tasks.ts';
import { splitReport, type TestReport } from './split-report.ts';

type Results = TestReport['testResults'];

/** Runs the tests of all these tasks in one run of Vitest, and writes the report of each as `<hash>.json`. */
export async function runTestTasks(tasks: readonly TestTask[], reportsFolder: string): Promise<void> {
  const [whole, leftOut] = [`${reportsFolder}/all.json`, resolve(reportsFolder, 'left-out.jsonl')];
  process.env['TEST_LEFT_OUT'] = leftOut;
  const folders = tasks.flatMap((task) => task.folders);
  const vitest = await startVitest('test', [...folders], {
    watch: false,
    passWithNoTests: true,
    reporters: ['default', ['json', { outputFile: whole }]],
  });
  const hasErrors = vitest.state.getUnhandledErrors().length > 0;
  const modules = new Map(vitest.state.getTestModules().map((testModule) => [testModule.moduleId, testModule]));
  await vitest.close();
  // Vitest sets the exit code of its process. Here the result of the tasks decides.
  process.exitCode = 0;
  const results = readResults(whole).map((result) => ({ ...result, ...describeModule(modules.get(result.name)) }));
  const report: TestReport = { testResults: addLeftOut(results, leftOut), hasErrors };
  for (const { hash, report: own } of splitReport(report, tasks))
    writeFileSync(`${reportsFolder}/${hash}.json`, JSON.stringify(own));
}

const readResults = (path: string): Results =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).testResults : [];

/**
 * Vitest's report has the errors of tests. An error outside of tests, as in a hook, and what the machine lacks for a
 * whole file are added to its file.
 */
function describeModule(testModule: TestModule | undefined): {
  readonly suiteErrors: readonly string[];
  readonly lack?: Lack;
} {
  if (!testModule) return { suiteErrors: [] };
  const suites = [testModule, ...testModule.children.allSuites()];
  const suiteErrors = suites.flatMap((suite) => suite.errors().map(({ stack, message }) => stack || message));
  const { lack } = testModule.meta();
  return { suiteErrors, ...(lack && { lack }) };
}

interface LeftOut {
  readonly file: string;
  readonly kind: string;
  readonly count: number;
}

/** Adds to each file how many cases its sample left out, as `packages/testing/src/run/sample.ts` noted them. */
function addLeftOut(results: Results, path: string): Results {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const noted = Map.groupBy(
    lines.map((line) => JSON.parse(line) as LeftOut),
    ({ file }) => file,
  );
  return results.map((result) => ({ ...result, leftOut: noted.get(result.name) ?? [] }));
}
