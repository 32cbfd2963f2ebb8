import { z } from 'zod';
import { isStorableText } from './storable-text.ts';

const maxTimeLength = '9999-12-31T23:59:59.999999Z'.length;

/** What a sort field can hold, as it stands in a cursor. A cursor comes back from the client, so that each value is checked again. */
const sortValues = {
  text: z.string().refine(isStorableText),
  number: z.int(),
  time: z.iso
    .datetime()
    .max(maxTimeLength)
    .refine((time) => !time.startsWith('0000')),
} as const;

export type SortKind = keyof typeof sortValues;

/** A place in a sorted list, at one of its rows, from where to read on or back. */
export interface Cursor {
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
  /** That of the row at this place; a time as ISO 8601 in UTC with at most 6 decimals, a number within +-2^53. */
  readonly value: string | number;
  readonly id: string;
  readonly direction: 'next' | 'prev';
  /** The number of the page it leads to, only told to the reader. */
  readonly page: number;
}

const cursorParts = z.tuple([z.string(), z.enum(['asc', 'desc']), z.union([z.string(), z.number()]), z.uuid(), z.enum(['next', 'prev']), z.int().min(1)]);

/** The opaque text of a cursor, fit for an address. */
export function encodeCursor({ sortBy, sortOrder, value, id, direction, page }: Cursor): string {
  return Buffer.from(JSON.stringify([sortBy, sortOrder, value, id, direction, page])).toString('base64url');
}

/** The place that a text names; undefined where it is no cursor for a list sorted by one of `kinds`. */
export function decodeCursor(text: string, kinds: Readonly<Record<string, SortKind>>): Cursor | undefined {
  const parts = cursorParts.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!parts.success) return undefined;
  const [sortBy, sortOrder, value, id, direction, page] = parts.data;
  const kind = Object.hasOwn(kinds, sortBy) ? kinds[sortBy] : undefined;
  if (kind === undefined || !sortValues[kind].safeParse(value).success) return undefined;
  return { sortBy, sortOrder, value, id, direction, page };
}

/** The text of a cursor of a list whose items are numbered: how many are left out. */
export const encodePosition = (position: number): string => Buffer.from(JSON.stringify([position])).toString('base64url');

const positionParts = z.tuple([z.int().min(0)]);

/** The place that a text names; undefined where it is no cursor of such a list. */
export function decodePosition(text: string): number | undefined {
  return positionParts.safeParse(parseJson(Buffer.from(text, 'base64url').toString())).data?.[0];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
