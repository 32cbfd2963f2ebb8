/** Banned words with the term to use instead. `docs/glossary.md` explains the terms. */
const bannedWords: readonly (readonly [pattern: RegExp, term: string])[] = [
  [/\brung\b|doorbell/gi, 'wake-up, notify'],
  [/stumbl/gi, 'release after an internal error'],
  [/insist_?that/gi, 'assert'],
  [/witness/gi, 'observer'],
  [/\b(?:comes?|came|coming) to rest\b|\bat rest\b/gi, 'settle, settled'],
  [/\bin debt\b/gi, 'unresolved failure'],
  [/why_?not\b/gi, 'explain the rejection'],
  [/farewell/gi, 'shutdown grace'],
  [/upkeep/gi, 'maintenance'],
  [/\b(?:on the )?shelf\b/gi, 'pool, available'],
  [/\bovertaken\b/gi, 'fencing conflict'],
];

export interface FoundWord {
  readonly line: number;
  readonly word: string;
  readonly term: string;
}

/** Finds the banned words in a text, with their lines. */
export function findBannedWords(text: string): readonly FoundWord[] {
  return bannedWords
    .flatMap(([pattern, term]) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
        line: text.slice(0, index).split('\n').length,
        word,
        term,
      })),
    )
    .toSorted((one, other) => one.line - other.line);
}
