import type { Cursor } from '@linework/http/cursor';
import { encodeCursor } from '@linework/http/cursor';
import type { PageMeta } from '@linework/http/paged-envelope';

export interface PageQuery {
  /** Set for an export, which reads page after page and shows no total: each count would read the whole list. */
  readonly withoutTotal?: true | undefined;
  /** Set for a reader who sees numbers and names masked: filters by a part of a text compare the whole text instead. */
  readonly isReaderMasked?: true | undefined;
  readonly limit: number;
  readonly page?: number | undefined;
  readonly cursor?: Cursor | undefined;
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly meta: PageMeta;
  readonly pages: {
    readonly next?: { readonly cursor: string } | undefined;
    readonly prev?: { readonly cursor: string } | undefined;
  };
}

/** The rows to read for a page: the direction, how many to skip and how many to take. */
export function getRowRange({ limit, page = 1, cursor, sortOrder }: PageQuery): {
  order: 'asc' | 'desc';
  skip: number;
  take: number;
} {
  const isForwards = cursor?.direction !== 'prev';
  return {
    order: isForwards === (sortOrder === 'asc') ? 'asc' : 'desc',
    skip: cursor ? 0 : (page - 1) * limit,
    // One row more than the page shows whether there is a next page.
    take: limit + 1,
  };
}

/**
 * The page metadata of a list that is read from a position with `before` items before it: the page of its first item.
 */
export const buildMetaAfter = ({
  total,
  before,
  limit,
}: {
  readonly total: number;
  readonly before: number;
  readonly limit: number;
}): PageMeta => buildMeta(total, Math.floor(before / limit) + 1, limit);

const buildMeta = (total: number, page: number, pageSize: number): PageMeta => ({
  total,
  page,
  pageSize,
  totalPages: Math.ceil(total / pageSize),
});

/**
 * Builds a page from rows in the order in which they were read. A row has the value of the sort column under the
 * column's name; a sort of the kind `masked` does not show it.
 */
export function buildPage<Row extends { readonly id: string }>(
  query: PageQuery,
  rows: readonly Row[],
  total: number,
  { isSortMasked = false }: { readonly isSortMasked?: boolean } = {},
): Page<Row> {
  const page = query.cursor?.page ?? query.page ?? 1;
  const isBackwards = query.cursor?.direction === 'prev';
  const items = isBackwards ? rows.slice(0, query.limit).toReversed() : rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const buildLink = (row: Row | undefined, direction: Cursor['direction'], targetPage: number) =>
    row && {
      cursor: encodeCursorAt(isSortMasked ? { id: row.id, [query.sortBy]: null } : row, query, direction, targetPage),
    };
  const next = isBackwards || hasMore ? buildLink(items.at(-1), 'next', page + 1) : undefined;
  const prev = (isBackwards ? hasMore : page > 1) ? buildLink(items[0], 'prev', Math.max(1, page - 1)) : undefined;
  return { items, meta: buildMeta(total, page, query.limit), pages: { next, prev } };
}

function encodeCursorAt<Row extends { readonly id: string }>(
  row: Row,
  { sortBy, sortOrder }: PageQuery,
  direction: Cursor['direction'],
  page: number,
): string {
  const value = (row as Readonly<Record<string, unknown>>)[sortBy];
  return encodeCursor({
    sortBy,
    sortOrder,
    id: row.id,
    direction,
    page,
    value: value instanceof Date ? value.toISOString() : (value as Cursor['value']),
  });
}
