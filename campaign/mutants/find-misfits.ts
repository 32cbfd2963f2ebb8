import { globSync, readFileSync } from 'node:fs';
import { findPlaces } from '@linework/testing/programs/planted-bug';
import type { Mutant } from './run-tests.ts';

const sources = globSync('{apps,packages}/*/src/**/*.ts');
const tests = globSync('{apps,packages}/*/test/**/*.test.ts');

/** Says what a known bug no longer finds: each file, the place of each edit, each test file. */
export function findMisfits({ name, edits, tests: words }: Mutant): readonly string[] {
  const misfits = [
    ...edits.flatMap((edit) => {
      const found = sources.filter((path) => `/${path}`.endsWith(`/${edit.file}`));
      if (found.length !== 1) return [`${found.length} sources are called ${edit.file}, not one`];
      const { length } = findPlaces(readFileSync(found[0] ?? '', 'utf8'), edit);
      if (length !== 1) return [`${found[0]} has ${length} places like \`${edit.from}\`, not one`];
      return edit.to === edit.from ? [`\`${edit.from}\` is replaced by itself`] : [];
    }),
    ...words
      .filter((word) => !tests.some((path) => path.includes(word)))
      .map((word) => `no test file is called ${word}`),
  ];
  return misfits.map((misfit) => `Mend the bug ${name} in campaign/mutants/all.ts: ${misfit}.`);
}
