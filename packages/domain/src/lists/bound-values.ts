/** The values of a statement that is built from parts. */
export interface BoundValues {
  readonly values: readonly unknown[];
  /** Adds a value and returns its SQL placeholder. */
  readonly bind: (value: unknown) => string;
}

/** Creates an empty list of values. */
export function createBoundValues(): BoundValues {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Builds the ILIKE pattern for "contains this text", with its wildcards escaped. */
export const buildContainsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
