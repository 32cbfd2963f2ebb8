import { describe, expect, it } from 'vitest';
import { findBannedWords } from './word-rules.ts';

describe('banned words', () => {
  it('are found in any case and in names, with their line and the term to use', () => {
    expect(findBannedWords('one\nThe order comes to rest.\ninsistThat(witness);')).toEqual([
      { line: 2, word: 'comes to rest', term: 'settle, settled' },
      { line: 3, word: 'insistThat', term: 'assert' },
      { line: 3, word: 'witness', term: 'observer' },
    ]);
  });

  it('are not parts of other words', () => {
    expect(findBannedWords('a wrung cloth, format restored, bookshelf')).toEqual([]);
  });
});
