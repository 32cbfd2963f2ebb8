import type { Cursor } from '@linework/http/cursor';
import { type Page, type PageQuery, pageOf, stretchOf } from './page.ts';

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
  return pageOf(query, rows, total);
}

function selectionOf(query: PageQuery): PageSelection {
  const { cursor, sortBy } = query;
  const { order, skip, take } = stretchOf(query);
  return { where: cursor ? beyond(cursor, sortBy, order) : {}, orderBy: [{ [sortBy]: order }, { id: order }], skip, take };
}

function beyond({ value, id }: Cursor, sortBy: string, order: 'asc' | 'desc'): object {
  const after = order === 'asc' ? 'gt' : 'lt';
  // The first member lets the index be entered at the value; the second leaves out what of that value was already shown.
  return { [sortBy]: { [`${after}e`]: value }, OR: [{ [sortBy]: { [after]: value } }, { id: { [after]: id } }] };
}
