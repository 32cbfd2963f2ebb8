import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allProblemCodes } from '../../packages/problem-details/src/codes/problem-codes.ts';

const root = new URL('../../', import.meta.url).pathname;

/** The files that may raise a problem: a catalogue and a contract only name codes. */
const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root })
  .filter((file) => !/problem-details\/src\/codes\/|\.routes\.ts$|\/generated\/|^packages\/sdk\//.test(file))
  .map((file) => readFileSync(`${root}${file}`, 'utf8'))
  .join('\n');

const findNeverRaised = (codes: readonly string[], text: string) => codes.filter((code) => !text.includes(`'${code}'`));

describe('a problem code', () => {
  it('that no program names is found', () => {
    expect(findNeverRaised(['open-order', 'never-raised'], `conflict('...', { code: 'open-order' })`)).toEqual([
      'never-raised',
    ]);
  });

  it('is raised by a program', () => {
    expect(findNeverRaised(allProblemCodes, sources), 'Nothing raises these: remove them from the catalogue.').toEqual(
      [],
    );
  });
});
