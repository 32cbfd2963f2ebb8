import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { LineWhereInput } from '@linework/db/generated/models/Line';
import type { Line } from '@linework/schemas/lines/line';
import type { lineFilters } from '@linework/schemas/lines/line-filters';
import { applyFilters, type FiltersOf, type FilterTable } from '../lists/filter-table.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { contains, equals, isOneOf, timeFilters } from '../lists/prisma-filters.ts';
import { readPage } from '../lists/read-page.ts';
import { visibleTo } from '../visible-to.ts';
import { showLine } from './show-line.ts';

export type LineFilters = FiltersOf<typeof lineFilters>;

const filterTable: FilterTable<LineFilters, LineWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  brokerId: isOneOf('brokerId'),
  customerId: isOneOf('holderId'),
  subscriptionId: isOneOf('subscriptionId'),
  msisdn: equals('msisdn'),
  iccId: equals('iccid'),
  externalCode: contains('externalCode'),
};

/** Lists one page of the lines that the caller can see. */
export async function listLines(db: Pick<Db, 'prisma'>, caller: Caller, filters: LineFilters & PageQuery): Promise<Page<Line>> {
  const where = { AND: [visibleTo(caller), buildLineFilter(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.line.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take, include: { holder: true } }),
    count: () => db.prisma.line.count({ where }),
  });
  return { ...page, items: page.items.map(showLine) };
}

/** The filters of a list of lines, as a Prisma condition. */
export const buildLineFilter = (filters: LineFilters) => ({ AND: [...applyFilters(filters, filterTable)] });
