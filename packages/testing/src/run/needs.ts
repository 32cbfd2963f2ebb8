import { TestRunner } from 'vitest';
import { findLack, type Lack, type Need } from './what-tests-need.ts';

declare module 'vitest' {
  interface TaskMeta {
    lack?: Lack;
  }
}

/**
 * Skips tests if this machine lacks something that they need; the end of the run names it with its remedy. Call it at
 * the top of a file or of a `describe`, before its hooks: then it skips all tests there, and their hooks do not run.
 * Called in a test, or in a function that a test calls, it skips that test.
 */
export function needs(...names: readonly Need[]): void {
  const lack = names.map(findLack).find((found) => found !== undefined);
  if (lack === undefined) return;
  const test = TestRunner.getCurrentTest();
  if (test) {
    test.meta.lack = lack;
    test.context.skip(lack.reason);
  }
  const collector = TestRunner.getCurrentSuite();
  const target = collector.suite ?? collector.file;
  if (target) target.meta.lack = lack;
  const { options } = collector;
  Object.assign(collector, { options: { ...options, skip: true, meta: { ...options?.meta, lack } } });
}

/**
 * `scripts/before-each-file.ts` calls it: Vitest has one collector for the top of all files of a process, which would
 * skip the tests of the next files too.
 */
export function forgetNeeds(): void {
  Object.assign(TestRunner.getCurrentSuite(), { options: {} });
}
