import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutants } from './all.ts';

const sources = globSync('packages/*/src/**/*.ts');

describe.each(mutants)('the bug $name', ({ edits }) => {
  it('fits the current source', () => {
    for (const { file, from, to } of edits) {
      const [source, ...others] = sources.filter((path) => path.endsWith(file));
      expect([source, others]).toEqual([`packages/${file}`, []]);
      expect(readFileSync(source ?? '', 'utf8').split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
    }
  });
});
