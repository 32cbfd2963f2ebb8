const idLength = 36;
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Whether this is a UUID as text. The check is not strict, because other texts of this form are not ids of Linework
 * anyway.
 */
export const isId = (value: string): boolean => value.length === idLength && value[8] === '-' && value[23] === '-';

/**
 * Calls `test` with the ids in rows, values, and the JSON in them, until it returns true for one. Returns whether it
 * did. No generator: thousands of ids would take several times as long.
 */
export function someId(value: unknown, test: (id: string) => boolean): boolean {
  if (typeof value === 'string') {
    if (isId(value)) return test(value);
    return value.length > idLength && value.matchAll(ids).some(([id]) => test(id));
  }
  if (Array.isArray(value)) return value.some((each) => someId(each, test));
  return isPlain(value) && Object.values(value).some((each) => someId(each, test));
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value);
