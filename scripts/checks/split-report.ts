import { relative } from 'node:path';
import type { TestTask } from './changed-tasks.ts';

export interface TestReport {
  readonly testResults: readonly TestFileResult[];
  /** An error occurred between tests, and nothing tells which package caused it. So no package has passed. */
  readonly hasErrors?: boolean;
}

interface TestFileResult {
  /** The absolute path of the file. */
  readonly name: string;
  readonly status: string;
  readonly suiteErrors?: readonly string[];
}

interface TaskReport {
  readonly hash: string;
  readonly report: TestReport;
}

/**
 * Splits the report of a run into those of its tasks. Throws if a file belongs to none or to several of them, so that
 * no test is lost or counted twice.
 */
export function splitReport(
  { testResults, hasErrors = false }: TestReport,
  tasks: readonly TestTask[],
): readonly TaskReport[] {
  const owners = testResults.map(({ name }) => findOwner(relative(process.cwd(), name), tasks));
  return tasks.map((task) => ({
    hash: task.hash,
    report: { testResults: testResults.filter((_, at) => owners[at] === task), hasErrors },
  }));
}

function findOwner(path: string, tasks: readonly TestTask[]): TestTask {
  const [owner, ...others] = tasks.filter(({ folders }) => folders.some((folder) => path.startsWith(folder)));
  if (!owner || others.length > 0)
    throw new Error(`${path} is in the folder of ${owner ? others.length + 1 : 0} test tasks, not of one.`);
  return owner;
}

/**
 * Whether a report has files, all of them passed, and there was no error between tests. In the short form of the tests
 * a package may have none (`mayBeEmpty`).
 */
export function hasPassed({ testResults, hasErrors = false }: TestReport, mayBeEmpty = false): boolean {
  return !hasErrors && (mayBeEmpty || testResults.length > 0) && testResults.every(({ status }) => status === 'passed');
}
