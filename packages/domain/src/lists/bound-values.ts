/** The values of a statement that is put together from pieces. */
export interface BoundValues {
  readonly values: readonly unknown[];
  /** Takes a value in, and answers what stands for it in the SQL. */
  readonly bind: (value: unknown) => string;
}

/** No values yet. */
export function createBoundValues(): BoundValues {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** The pattern of ILIKE for "has this as a part"; what ILIKE takes for wildcards stands for itself. */
export const buildContainsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
