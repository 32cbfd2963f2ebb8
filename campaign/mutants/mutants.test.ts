import { globSync, readFileSync } from 'node:fs';
import { findPlaces } from '@linework/testing/programs/planted-bug';
import { describe, expect, it } from 'vitest';
import { mutants } from './all.ts';

const sources = globSync('{apps,packages}/*/src/**/*.ts');

describe.each(mutants)('the bug $name', ({ edits }) => {
  it('fits the current source', () => {
    for (const edit of edits) {
      const { file, from, to } = edit;
      const [source, ...others] = sources.filter((path) => `/${path}`.endsWith(`/${file}`));
      expect([source, others]).toEqual([file.startsWith('apps/') ? file : `packages/${file}`, []]);
      expect(findPlaces(readFileSync(source ?? '', 'utf8'), edit), `${file}: ${from}`).toHaveLength(1);
      expect(to).not.toBe(from);
    }
  });
});
