import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const [, tree = ''] = read('ARCHITECTURE.md').split('## The tree');

describe('ARCHITECTURE.md', () => {
  it('has each package in its tree', () => {
    const folders = globSync('{apps,packages}/*/package.json', { cwd: root }).map((file) =>
      file.replace('/package.json', ''),
    );
    const listed = new Set(
      tree
        .split('\n')
        .flatMap((line) => (line.startsWith('| `') ? [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)] : []))
        .map(([, name]) => name),
    );
    expect(folders.length).toBeGreaterThan(40);
    expect(folders.filter((folder) => !listed.has(folder) && !listed.has(folder.replace('packages/', '')))).toEqual([]);
  });
});

describe('docs/guarantees.md', () => {
  it('names for each promise tests that exist', () => {
    const promises = read('docs/guarantees.md')
      .split('\n')
      .filter((line) => line.startsWith('| **'))
      .map((line) => ({ line, tests: [...line.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path = '']) => path) }));
    expect(promises.length).toBeGreaterThan(20);
    expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(promises.flatMap(({ tests }) => tests).filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  });
});
