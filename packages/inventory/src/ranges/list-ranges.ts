import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { NumberRangeWhereInput } from '@linework/db/generated/models/NumberRange';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type Range, range } from '@linework/schemas/inventory/ranges/range';
import type { listRangesRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import { printRecord } from '@linework/schemas/print-record';

export type RangeFilters = ListQuery<typeof listRangesRoute>;

const filterTable: FilterTable<RangeFilters, NumberRangeWhereInput> = {
  kind: isOneOf('kind'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the ranges that the caller may see. */
export async function listRanges(db: Pick<Db, 'prisma'>, caller: Caller, filters: RangeFilters): Promise<Page<Range>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.numberRange.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.numberRange.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(range, record)) };
}
