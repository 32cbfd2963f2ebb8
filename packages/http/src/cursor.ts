import { z } from 'zod';
import { isStorableText } from './storable-text.ts';

const maxTimeLength = '9999-12-31T23:59:59.999999Z'.length;

/** The types of sort fields in a cursor. The client sends the cursor back, so each value is checked again. */
const sortValues = {
  text: z.string().refine(isStorableText),
  /**
   * A text that some readers see masked. A cursor is in addresses and logs, so it has only the row; the list looks the
   * text up.
   */
  masked: z.null(),
  number: z.int(),
  time: z.iso
    .datetime()
    .max(maxTimeLength)
    .refine((time) => !time.startsWith('0000')),
} as const;

export type SortKind = keyof typeof sortValues;

/** The position of a row in a sorted list, from which the next or the previous page is read. */
export interface Cursor {
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
  /**
   * The sort value of the row: a time as ISO 8601 in UTC with at most 6 decimals, or a number within +-2^53. Null where
   * it is masked.
   */
  readonly value: string | number | null;
  readonly id: string;
  readonly direction: 'next' | 'prev';
  /** The number of the page, which is only shown to the client. */
  readonly page: number;
}

const cursorParts = z.tuple([
  z.string(),
  z.enum(['asc', 'desc']),
  z.union([z.string(), z.number(), z.null()]),
  z.uuid(),
  z.enum(['next', 'prev']),
  z.int().min(1),
]);

/** Encodes a position as an opaque text that is safe in a URL. */
export function encodeCursor({ sortBy, sortOrder, value, id, direction, page }: Cursor): string {
  return encodeParts([sortBy, sortOrder, value, id, direction, page]);
}

/** Decodes a cursor; undefined if it is not a cursor of a list that is sorted by one of `kinds`. */
export function decodeCursor(text: string, kinds: Readonly<Record<string, SortKind>>): Cursor | undefined {
  const parts = cursorParts.safeParse(decodeParts(text));
  if (!parts.success) return undefined;
  const [sortBy, sortOrder, value, id, direction, page] = parts.data;
  const kind = Object.hasOwn(kinds, sortBy) ? kinds[sortBy] : undefined;
  if (kind === undefined || !sortValues[kind].safeParse(value).success) return undefined;
  return { sortBy, sortOrder, value, id, direction, page };
}

/** Encodes a cursor that is an offset: the number of items to skip. */
export const encodePosition = (position: number): string => encodeParts([position]);

const positionParts = z.tuple([z.int().min(0)]);

/** Decodes a cursor that is an offset; undefined if it is not one. */
export function decodePosition(text: string): number | undefined {
  return positionParts.safeParse(decodeParts(text)).data?.[0];
}

/** The text of a cursor: its parts as JSON in Base64 that is safe in a URL. */
export const encodeParts = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The parts of a cursor, to be checked; undefined where the text has none. */
export function decodeParts(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
