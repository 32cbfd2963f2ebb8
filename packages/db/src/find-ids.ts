const idLength = 36;
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Whether this is a UUID as text. The check is not strict, because other texts of this form are not ids of Linework anyway. */
export const isId = (value: string): boolean => value.length === idLength && value[8] === '-' && value[23] === '-';

/** Finds the ids in rows, values, and the JSON in them. */
export function* findIds(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (isId(value)) yield value;
    else if (value.length > idLength) for (const [id] of value.matchAll(ids)) yield id;
  } else if (Array.isArray(value)) for (const each of value) yield* findIds(each);
  else if (isPlain(value)) for (const each of Object.values(value)) yield* findIds(each);
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value);
