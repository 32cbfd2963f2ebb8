import { describe, expect, it } from 'vitest';
import { findOrphans } from './orphan-rules.ts';

const folderOf = new Map([
  ['@linework/api', 'apps/api'],
  ['@linework/log', 'packages/log'],
]);

const files = new Map([
  ['apps/api/src/main.ts', "import { log } from '@linework/log/log';\nnew URL('./thread.ts', import.meta.url);"],
  ['apps/api/src/thread.ts', ''],
  ['packages/log/src/log.ts', "import { level } from './level.ts';"],
  ['packages/log/src/level.ts', ''],
  ['packages/testing/src/a-line.ts', ''],
  ['packages/log/test/log.test.ts', "import { aLine } from '../../testing/src/a-line.ts';"],
]);

describe('orphan files', () => {
  it('do not exist if a program, or a test for test helpers, uses every file', () => {
    expect(findOrphans(files, folderOf)).toEqual([]);
  });

  it('are found, even if a test uses them', () => {
    const withOrphans = new Map([
      ...files,
      ['packages/log/src/forgotten.ts', ''],
      ['packages/log/src/tested-only.ts', ''],
      ['packages/log/test/tested-only.test.ts', "import '../src/tested-only.ts';"],
    ]);
    expect(findOrphans(withOrphans, folderOf)).toEqual([
      expect.stringContaining('packages/log/src/forgotten.ts: no program uses it'),
      expect.stringContaining('packages/log/src/tested-only.ts: no program uses it'),
    ]);
  });
});
