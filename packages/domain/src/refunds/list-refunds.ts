import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { RefundWhereInput } from '@linework/db/generated/models/Refund';
import type { listRefundsRoute } from '@linework/schemas/refunds/list-refunds.route';
import type { Refund } from '@linework/schemas/refunds/refund';
import { applyFilters, type FilterTable, type ListQuery } from '../lists/filter-table.ts';
import type { Page } from '../lists/page.ts';
import { isOneOf, timeFilters } from '../lists/prisma-filters.ts';
import { readPage } from '../lists/read-page.ts';
import { visibleTo } from '../visible-to.ts';
import { showRefund } from './show-refund.ts';

export type RefundFilters = ListQuery<typeof listRefundsRoute>;

const filterTable: FilterTable<RefundFilters, RefundWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  paymentId: isOneOf('paymentId'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the refunds that the caller may see. */
export async function listRefunds(db: Pick<Db, 'prisma'>, caller: Caller, filters: RefundFilters): Promise<Page<Refund>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.refund.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.refund.count({ where }),
  });
  return { ...page, items: page.items.map(showRefund) };
}
