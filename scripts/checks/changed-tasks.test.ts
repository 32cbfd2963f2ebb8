import { describe, expect, it } from 'vitest';
import { readChangedTasks } from './changed-tasks.ts';

const planned = (task: string, directory: string, more: object = {}) => ({
  task,
  directory,
  command: 'node test-package.ts',
  hash: `hash of ${directory}`,
  cache: { status: 'MISS' as const },
  ...more,
});

describe('the changed tasks of a plan', () => {
  it('are the tests of packages and of the project without a stored result', () => {
    const tasks = [
      planned('test', 'packages/http'),
      planned('test', 'packages/db', { cache: { status: 'HIT' } }),
      planned('task:tests', ''),
      planned('sources', 'packages/http', { command: '<NONEXISTENT>' }),
      planned('test', 'packages/fixtures', { command: '<NONEXISTENT>' }),
    ];
    expect(readChangedTasks({ tasks }, false)).toEqual([
      { hash: 'hash of packages/http', folders: ['packages/http/'] },
      { hash: 'hash of ', folders: ['scripts/', 'campaign/'] },
    ]);
  });

  it('are all tests if they are forced', () => {
    expect(
      readChangedTasks({ tasks: [planned('test', 'packages/db', { cache: { status: 'HIT' } })] }, true),
    ).toHaveLength(1);
  });
});
