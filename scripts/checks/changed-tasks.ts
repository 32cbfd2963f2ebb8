import { execFileSync } from 'node:child_process';

/** The tests of a package, or those of the project itself. */
export interface TestTask {
  /** The hash of everything that the tests depend on. */
  readonly hash: string;
  /** The folders with the test files, such as `packages/http/`. */
  readonly folders: readonly string[];
}

interface PlannedTask {
  readonly task: string;
  readonly command: string;
  readonly directory: string;
  readonly hash: string;
  readonly cache: { readonly status: 'HIT' | 'MISS' };
}

/** The folders with the tests of the project itself. */
const projectFolders = ['scripts/', 'campaign/'];
const testTasks = ['test', 'task:tests'];

/**
 * Lists the test tasks that `turbo run` with these arguments would execute, because no passed result is stored for
 * their hash.
 */
export function listChangedTasks(turboArgs: readonly string[]): readonly TestTask[] {
  const plan = execFileSync('turbo', ['run', ...turboArgs, '--dry-run=json'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return readChangedTasks(JSON.parse(plan), turboArgs.includes('--force'));
}

/** Reads the same from a plan of Turbo. The plan does not say what `--force` does. */
export function readChangedTasks(
  { tasks }: { readonly tasks: readonly PlannedTask[] },
  isForced: boolean,
): readonly TestTask[] {
  return tasks
    .filter(
      ({ task, command, cache }) =>
        testTasks.includes(task) && command !== '<NONEXISTENT>' && (isForced || cache.status === 'MISS'),
    )
    .map(({ hash, directory }) => ({ hash, folders: directory === '' ? projectFolders : [`${directory}/`] }));
}
