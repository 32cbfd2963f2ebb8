import { z } from 'zod';
import { type Cursor, decodeCursor, type SortKind } from './cursor.ts';
import { wholeNumberFromText } from './from-text.ts';
import { defaultPageSize, pageLimit, pageSizeLimit } from './limits.ts';
import { rangeEndFromText, rangeStartFromText } from './time-from-text.ts';

/** JSON Schema has no format for a value that is a date or a date and time. */
const dateOrTime = (example: string) => {
  return ({ jsonSchema }: { readonly jsonSchema: object }) =>
    void Object.assign(jsonSchema, { format: undefined, pattern: undefined, maxLength: 35, example });
};

/** A filter for the start of a time range. */
export const rangeStart = rangeStartFromText.optional().meta({
  description: 'ISO 8601, inclusive. A date without a time means its first moment. A time without an offset is UTC.',
  override: dateOrTime('2026-01-01'),
});

/** A filter for the end of a time range. */
export const rangeEnd = rangeEndFromText.optional().meta({
  description: 'ISO 8601, inclusive. A date without a time means its last moment. A time without an offset is UTC.',
  override: dateOrTime('2026-12-31'),
});

/** The time filters that most lists have. Both ends are inclusive. */
export const timeFilters = {
  createdAtFrom: rangeStart,
  createdAtTo: rangeEnd,
  updatedAtFrom: rangeStart,
  updatedAtTo: rangeEnd,
};

/**
 * Creates the schema of the query of a list: page size, page or cursor, sorting, and the filters of the list. `sortBy`
 * lists the sort fields with their types; the first is the default. A list without `page` and `cursor` starts at its
 * first page.
 */
export function listQuery<
  const Kinds extends Readonly<Record<string, SortKind>>,
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>(declared: { readonly sortBy: Kinds; readonly filters?: Filters }) {
  const sortFields = Object.keys(declared.sortBy) as [keyof Kinds & string, ...(keyof Kinds & string)[]];
  return z
    .strictObject({
      limit: wholeNumberFromText({ min: 1, max: pageSizeLimit })
        .default(defaultPageSize)
        .meta({ override: { default: defaultPageSize } }),
      page: wholeNumberFromText({ min: 1, max: pageLimit })
        .optional()
        .meta({ description: 'Starts at 1, which is the default without a cursor.' }),
      cursor: cursorFromText(declared.sortBy).optional(),
      sortBy: z.enum(sortFields).default(sortFields[0] as never),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
      ...(declared.filters as Filters),
    })
    .refine((query) => !('page' in query && 'cursor' in query), {
      path: ['cursor'],
      error: 'cannot be combined with page',
      when: always,
    })
    .refine(matchesCursorSort, { path: ['cursor'], error: 'belongs to a list with another sort order', when: always });
}

function cursorFromText(kinds: Readonly<Record<string, SortKind>>) {
  return z
    .string()
    .transform((text, context) => {
      const cursor = decodeCursor(text, kinds);
      if (cursor === undefined) context.addIssue('is not a cursor of this list');
      return cursor as Cursor;
    })
    .meta({ description: 'The position of another page, from the `Link` header, instead of `page`.' });
}

/** Reports errors between two parameters together with those of single ones. */
const always = () => true;

function matchesCursorSort(query: object): boolean {
  const { cursor, sortBy, sortOrder } = query as { cursor?: Cursor; sortBy?: string; sortOrder?: string };
  return cursor === undefined || (cursor.sortBy === sortBy && cursor.sortOrder === sortOrder);
}
