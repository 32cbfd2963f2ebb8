import type { Cursor } from '@linework/http/cursor';
import { encodeCursor } from '@linework/http/cursor';
import type { PageMeta } from '@linework/http/paged-envelope';

export interface PageQuery {
  readonly limit: number;
  readonly page?: number | undefined;
  readonly cursor?: Cursor | undefined;
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly meta: PageMeta;
  readonly turns: { readonly next?: { readonly cursor: string } | undefined; readonly prev?: { readonly cursor: string } | undefined };
}

/** What Prisma is to be asked for to read one page. `where` is to be joined by AND with the list's own filters. */
export interface PageSelection {
  readonly where: object;
  readonly orderBy: readonly Readonly<Record<string, 'asc' | 'desc'>>[];
  readonly skip: number;
  readonly take: number;
}

export interface PageSource<Row> {
  readonly find: (selection: PageSelection) => Promise<readonly Row[]>;
  readonly count: () => Promise<number>;
}

/**
 * Reads one page of a list sorted by a field and then by id, so that pages never overlap. A cursor is read on from its row
 * at the same cost at any depth; `page` skips the rows before it.
 */
export async function readPage<Row extends { readonly id: string }>(query: PageQuery, source: PageSource<Row>): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([source.find(selectionOf(query)), source.count()]);
  const page = query.cursor?.page ?? query.page ?? 1;
  const backwards = query.cursor?.direction === 'prev';
  const items = backwards ? rows.slice(0, query.limit).toReversed() : rows.slice(0, query.limit);
  const isMore = rows.length > query.limit;
  const place = (row: Row | undefined, direction: Cursor['direction'], toPage: number) => row && { cursor: cursorAt(row, query, direction, toPage) };
  return {
    items,
    meta: { total, page, pageSize: query.limit, totalPages: Math.ceil(total / query.limit) },
    turns: {
      next: backwards || isMore ? place(items.at(-1), 'next', page + 1) : undefined,
      prev: (backwards ? isMore : page > 1) ? place(items[0], 'prev', Math.max(1, page - 1)) : undefined,
    },
  };
}

function selectionOf({ limit, page = 1, cursor, sortBy, sortOrder }: PageQuery): PageSelection {
  const forwards = cursor?.direction !== 'prev';
  const order = forwards === (sortOrder === 'asc') ? 'asc' : 'desc';
  return {
    where: cursor ? beyond(cursor, sortBy, order) : {},
    orderBy: [{ [sortBy]: order }, { id: order }],
    skip: cursor ? 0 : (page - 1) * limit,
    // One more than is shown says whether there is more.
    take: limit + 1,
  };
}

function beyond({ value, id }: Cursor, sortBy: string, order: 'asc' | 'desc'): object {
  const after = order === 'asc' ? 'gt' : 'lt';
  // The first member lets the index be entered at the value; the second leaves out what of that value was already shown.
  return { [sortBy]: { [`${after}e`]: value }, OR: [{ [sortBy]: { [after]: value } }, { id: { [after]: id } }] };
}

function cursorAt<Row extends { readonly id: string }>(row: Row, { sortBy, sortOrder }: PageQuery, direction: Cursor['direction'], page: number): string {
  const value = (row as Readonly<Record<string, unknown>>)[sortBy];
  return encodeCursor({ sortBy, sortOrder, id: row.id, direction, page, value: value instanceof Date ? value.toISOString() : (value as string | number) });
}
