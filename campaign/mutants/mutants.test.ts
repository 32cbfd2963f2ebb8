import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutants } from './all.ts';
import { testedMutants } from './tested-mutants.ts';

const sources = globSync('{apps,packages}/*/src/**/*.ts');

describe.each([...mutants, ...testedMutants])('the bug $name', ({ edits }) => {
  it('fits the current source', () => {
    for (const { file, from, to } of edits) {
      const [source, ...others] = sources.filter((path) => `/${path}`.endsWith(`/${file}`));
      expect([source, others]).toEqual([file.startsWith('apps/') ? file : `packages/${file}`, []]);
      expect(readFileSync(source ?? '', 'utf8').split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
    }
  });
});
