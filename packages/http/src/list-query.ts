import { z } from 'zod';
import { type Cursor, decodeCursor, type SortKind } from './cursor.ts';
import { wholeNumberFromText } from './from-text.ts';
import { defaultPageSize, pageLimit, pageSizeLimit } from './limits.ts';
import { rangeEndFromText, rangeStartFromText } from './time-from-text.ts';

/** The document has no format for what may be a date, or a date and a time. */
const dateOrTime = (example: string) => {
  return ({ jsonSchema }: { readonly jsonSchema: object }) => void Object.assign(jsonSchema, { format: undefined, pattern: undefined, maxLength: 35, example });
};

/** The start of a range of time, as a filter. */
export const rangeStart = rangeStartFromText
  .optional()
  .meta({ description: 'ISO 8601, inclusive. A date alone is its first moment; what has no offset is UTC.', override: dateOrTime('2026-01-01') });

/** The end of a range of time, as a filter. */
export const rangeEnd = rangeEndFromText
  .optional()
  .meta({ description: 'ISO 8601, inclusive. A date alone is its last moment; what has no offset is UTC.', override: dateOrTime('2026-12-31') });

/** The filters by time that most lists have; both ends belong to the range. */
export const timeFilters = { createdAtFrom: rangeStart, createdAtTo: rangeEnd, updatedAtFrom: rangeStart, updatedAtTo: rangeEnd };

/**
 * The query of a list: page size, page or cursor, sorting, and the list's own filters. `sortBy` names the fields it can be sorted
 * by and what they hold; the first is the default. A list without `page` and `cursor` starts at its first page.
 */
export function listQuery<const Kinds extends Readonly<Record<string, SortKind>>, Filters extends z.core.$ZodLooseShape = Record<never, never>>(declared: {
  readonly sortBy: Kinds;
  readonly filters?: Filters;
}) {
  const sortFields = Object.keys(declared.sortBy) as [keyof Kinds & string, ...(keyof Kinds & string)[]];
  return z
    .strictObject({
      limit: wholeNumberFromText({ min: 1, max: pageSizeLimit })
        .default(defaultPageSize)
        .meta({ override: { default: defaultPageSize } }),
      page: wholeNumberFromText({ min: 1, max: pageLimit }).optional().meta({ description: 'From 1; the first page unless there is a cursor.' }),
      cursor: cursorFromText(declared.sortBy).optional(),
      sortBy: z.enum(sortFields).default(sortFields[0] as never),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
      ...(declared.filters as Filters),
    })
    .refine((query) => !('page' in query && 'cursor' in query), { path: ['cursor'], error: 'cannot be given together with page', when: always })
    .refine(matchesCursorSort, { path: ['cursor'], error: 'belongs to a list that is sorted otherwise', when: always });
}

function cursorFromText(kinds: Readonly<Record<string, SortKind>>) {
  return z
    .string()
    .transform((text, context) => {
      const cursor = decodeCursor(text, kinds);
      if (cursor === undefined) context.addIssue('is not a cursor of this list');
      return cursor as Cursor;
    })
    .meta({ description: 'A place in the list: `nextCursor` or `prevCursor` in the `meta` of a page; instead of `page`.' });
}

/** Faults between two parameters are told together with those of single ones. */
const always = () => true;

function matchesCursorSort(query: object): boolean {
  const { cursor, sortBy, sortOrder } = query as { cursor?: Cursor; sortBy?: string; sortOrder?: string };
  return cursor === undefined || (cursor.sortBy === sortBy && cursor.sortOrder === sortOrder);
}
