import { describe, expect, it } from 'vitest';
import { mutants } from './all.ts';
import { findMisfits } from './find-misfits.ts';

describe('the known bugs', () => {
  it.each(mutants)('$name fits the sources and names tests', (mutant) => {
    expect(findMisfits(mutant)).toEqual([]);
  });

  it('say what they no longer find', () => {
    const file = 'engine/src/execution/run-step.ts';
    const edits = [
      { file: 'engine/src/moved.ts', from: 'a', to: 'b' },
      { file, from: 'no such text', to: 'b' },
      { file, from: 'reference !== undefined', to: 'b' },
    ];
    expect(findMisfits({ name: 'old', tests: ['packages/engine/test/moved'], edits })).toEqual([
      'Mend the bug old in campaign/mutants/all.ts: 0 sources are called engine/src/moved.ts, not one.',
      `Mend the bug old in campaign/mutants/all.ts: packages/${file} has 0 places like \`no such text\`, not one.`,
      expect.stringMatching(/run-step\.ts has [2-9] places like `reference !== undefined`, not one\.$/),
      'Mend the bug old in campaign/mutants/all.ts: no test file is called packages/engine/test/moved.',
    ]);
  });

  it('have different names', () => {
    const names = mutants.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});
