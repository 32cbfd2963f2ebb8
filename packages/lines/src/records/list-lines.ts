import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { LineWhereInput } from '@linework/db/generated/models/Line';
import { applyFilters, type FiltersOf, type FilterTable, partFilter } from '@linework/lists/filter-table';
import type { Page, PageQuery } from '@linework/lists/page';
import { contains, equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Line } from '@linework/schemas/lines/line';
import type { lineFilters } from '@linework/schemas/lines/line-filters';
import { printLine } from './find-line.ts';

export type LineFilters = FiltersOf<typeof lineFilters>;

const filterTable: FilterTable<LineFilters, LineWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  brokerId: isOneOf('brokerId'),
  customerId: isOneOf('holderId'),
  subscriptionId: isOneOf('subscriptionId'),
  msisdn: equals('msisdn'),
  msisdnPrefix: partFilter<LineWhereInput>(
    (prefix: string) => ({ msisdn: { startsWith: prefix } }),
    (text: string) => ({ msisdn: { equals: text } }),
  ),
  activatedAtFrom: (from) => ({ activatedAt: { gte: from } }),
  activatedAtTo: (to) => ({ activatedAt: { lte: to } }),
  iccId: equals('iccid'),
  drift: (kinds) => ({ drifts: { some: { status: 'OPEN', kind: { in: [...kinds] } } } }),
  externalCode: contains('externalCode'),
};

/** Lists one page of the lines that the caller can see. */
export async function listLines(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: LineFilters & PageQuery,
): Promise<Page<Line>> {
  const where = { AND: [visibleTo(caller), buildLineFilter(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.line.findMany({
        where: { AND: [where, cursorFilter] },
        orderBy: [...orderBy],
        skip,
        take,
        include: { holder: true },
      }),
    count: () => db.prisma.line.count({ where }),
  });
  return { ...page, items: page.items.map(printLine) };
}

/** The filters of a list of lines, as a Prisma condition. */
export const buildLineFilter = (filters: LineFilters) => ({ AND: [...applyFilters(filters, filterTable)] });
