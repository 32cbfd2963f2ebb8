import { describe, expect, it } from 'vitest';
import { findCycles, findEmptyNames, findLargeFolders, findSilentFiles } from './folder-rules.ts';

describe('the rules of folders', () => {
  it('reject folders that depend on each other, even indirectly', () => {
    const src = 'packages/inventory/src';
    const imports = [
      { path: `${src}/pools/a.ts`, target: `${src}/resources/b.ts` },
      { path: `${src}/resources/b.ts`, target: `${src}/expiry/c.ts` },
    ];
    expect(findCycles(imports)).toEqual([]);
    const violations = findCycles([...imports, { path: `${src}/expiry/c.ts`, target: `${src}/pools/a.ts` }]);
    expect(violations).toHaveLength(3);
    expect(violations[0]).toContain(`${src}/pools and ${src}/resources depend on each other`);
  });

  it('reject meaningless file names', () => {
    for (const path of ['utils.ts', 'helpers/notify.ts', 'index.ts'])
      expect(findEmptyNames([`packages/queue/src/${path}`]), path).toHaveLength(1);
    expect(findEmptyNames(['packages/queue/src/common-names.ts'])).toEqual([]);
  });

  it('reject a file without exports that is no program and that nothing imports', () => {
    const [main, limits] = [{ path: 'apps/api/src/main.ts' }, { path: 'apps/api/src/limits.ts' }];
    expect(findSilentFiles([main, limits], [{ path: main.path, target: limits.path }])).toEqual([]);
    expect(findSilentFiles([main, limits], [])).toEqual([
      expect.stringContaining('apps/api/src/limits.ts: no program'),
    ]);
  });

  it('reject a folder of more than 40 files', () => {
    const filesIn = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => `packages/queue/${folder}/a${index}.ts`);
    expect(findLargeFolders([...filesIn('src', 40), ...filesIn('src/jobs', 40), ...filesIn('test', 41)])).toEqual([]);
    expect(findLargeFolders(filesIn('src/jobs', 41))).toEqual([
      expect.stringContaining('packages/queue/src/jobs: 41 files'),
    ]);
  });
});
