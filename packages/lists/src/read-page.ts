import type { Cursor } from '@linework/http/cursor';
import { buildPage, getRowRange, type Page, type PageQuery } from './page.ts';

/** The Prisma arguments that read one page. Combine `where` with the list's own filters by AND. */
interface PageSelection {
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
 * Reads one page of a list sorted by a field and then by id, so that pages never overlap. A cursor continues from its
 * row at the same cost at any depth; `page` skips the rows before it.
 */
export async function readPage<Row extends { readonly id: string }>(
  query: PageQuery,
  source: PageSource<Row>,
): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([
    source.find(buildSelection(query)),
    query.withoutTotal ? 0 : source.count(),
  ]);
  return buildPage(query, rows, total);
}

function buildSelection(query: PageQuery): PageSelection {
  const { cursor, sortBy } = query;
  const { order, skip, take } = getRowRange(query);
  return {
    where: cursor ? buildCursorFilter(cursor, sortBy, order) : {},
    orderBy: [{ [sortBy]: order }, { id: order }],
    skip,
    take,
  };
}

function buildCursorFilter({ value, id }: Cursor, sortBy: string, order: 'asc' | 'desc'): object {
  const operator = order === 'asc' ? 'gt' : 'lt';
  // The first condition lets the index start at the value; the second excludes rows of that value on earlier pages.
  return {
    [sortBy]: { [`${operator}e`]: value },
    OR: [{ [sortBy]: { [operator]: value } }, { id: { [operator]: id } }],
  };
}
