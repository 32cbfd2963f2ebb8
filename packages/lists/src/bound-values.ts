/** Adds a value to a statement and returns its SQL placeholder. */
export type Bind = (value: unknown) => string;

/** The values of a statement that is built from parts. */
export interface BoundValues {
  readonly values: readonly unknown[];
  readonly bind: Bind;
}

/** Creates an empty list of values. */
export function createBoundValues(): BoundValues {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Escapes the wildcards of LIKE. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Builds the ILIKE pattern for "contains this text". */
export const buildContainsPattern = (text: string) => `%${escapeLike(text)}%`;
