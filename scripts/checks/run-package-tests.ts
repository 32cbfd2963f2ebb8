import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startVitest, type TestCase, type TestModule, type TestSuite } from 'vitest/node';
import { type Report, sumByKind } from './count-tests.ts';

/** Where the report of the tests in some folders, such as `packages/http/`, is written. */
export interface Target {
  readonly folders: readonly string[];
  readonly path: string;
}

/**
 * Runs the tests of all targets in one run of Vitest, so that the modules that they share are loaded once, and writes
 * the report of each. Throws if a file belongs to none or to several of them, so that no test is lost or counted twice.
 */
export async function runPackageTests(targets: readonly Target[], root = process.cwd()): Promise<void> {
  const folders = targets.flatMap((target) => target.folders);
  const vitest = await startVitest('test', folders, { root, watch: false, passWithNoTests: true });
  const hasErrors = vitest.state.getUnhandledErrors().length > 0;
  const modules = vitest.state.getTestModules();
  await vitest.close();
  // Vitest sets the exit code of its process. Here the reports decide.
  process.exitCode = 0;
  const owners = Map.groupBy(modules, (one) => findOwner(relative(root, one.moduleId), targets));
  for (const target of targets) {
    mkdirSync(dirname(target.path), { recursive: true });
    writeFileSync(target.path, JSON.stringify(describeModules(owners.get(target) ?? [], hasErrors, root)));
  }
}

function findOwner(path: string, targets: readonly Target[]): Target {
  const [owner, ...others] = targets.filter(({ folders }) => folders.some((folder) => path.startsWith(folder)));
  if (!owner || others.length > 0)
    throw new Error(`${path} is in the folder of ${owner ? others.length + 1 : 0} test tasks, not of one.`);
  return owner;
}

function describeModules(modules: readonly TestModule[], hasErrors: boolean, root: string): Report {
  const tests = modules.flatMap((one) => [...one.children.allTests()]);
  const lacks = tests.flatMap((test) => findLack(test) ?? []);
  const metas = modules.flatMap((one) => [one, ...one.children.allSuites(), ...one.children.allTests()]);
  const leftOut = metas.flatMap((task) => Object.entries(task.meta().leftOut ?? {}));
  return {
    files: modules.length,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: modules.flatMap((one) => findFailures(one, relative(root, one.moduleId))),
    skips: lacks.map(({ need, reason }) => ({ need, reason, tests: 1 })),
    leftOut: sumByKind(leftOut),
    hasErrors,
  };
}

/** What the machine lacks for a skipped test: `needs` declared it for the test, or for its file. */
const findLack = (test: TestCase) =>
  test.result().state === 'skipped' ? (test.meta().lack ?? test.module.meta().lack) : undefined;

/**
 * Names what failed. A test that did not run counts as failed, and so does a file that could not be loaded. Only a test
 * that declared what this machine lacks (`needs` in `packages/testing`) counts as skipped.
 */
function findFailures(testModule: TestModule, file: string): readonly string[] {
  const tests = [...testModule.children.allTests()];
  // An error outside of tests, as in a hook, explains why tests did not run.
  const errors = [testModule, ...testModule.children.allSuites()].flatMap(listErrors);
  if (testModule.state() === 'failed' && tests.length === 0) return [`${file} could not be loaded${errors.join('')}`];
  const failed = tests.filter((test) => test.result().state === 'failed');
  const didNotRun = tests.filter(
    (test) => !['passed', 'failed'].includes(test.result().state) && findLack(test) === undefined,
  );
  // A hook that failed after the tests prevented none.
  const afterTests = didNotRun.length === 0 ? errors : [];
  return [
    ...failed.map((test) => `${file}: ${test.fullName}${(test.result().errors ?? []).map(shorten).join('')}`),
    // One error explains all tests of its suite.
    ...didNotRun.map((test, at) => `${file}: ${test.fullName} (did not run)${at === 0 ? errors.join('') : ''}`),
    ...afterTests.map((error) => `${file}: outside of its tests${error}`),
  ];
}

const listErrors = (task: TestModule | TestSuite): readonly string[] => task.errors().map(shorten);

const [firstLines, lastLines, longestLine] = [8, 8, 300] as const;

/**
 * The start and the end of an error, for a reader who has only the end of the output. A program that failed says why in
 * its last lines.
 */
function shorten({ stack, message }: { readonly stack?: string; readonly message: string }): string {
  const lines = stripVTControlCharacters(stack || message)
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line));
  const left = lines.length - firstLines - lastLines;
  const shown = left > 0 ? [...lines.slice(0, firstLines), `(${left} more lines)`, ...lines.slice(-lastLines)] : lines;
  return shown.map((line) => `\n      ${line.slice(0, longestLine)}`).join('');
}
