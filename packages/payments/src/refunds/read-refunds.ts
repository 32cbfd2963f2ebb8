import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { RefundWhereInput } from '@linework/db/generated/models/Refund';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import { type Refund, refund } from '@linework/schemas/refunds/refund';
import type { listRefundsRoute } from '@linework/schemas/refunds/refunds.routes';

export interface RefundTarget {
  readonly caller: Caller;
  readonly refundId: string;
}

/** Returns the refund in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findRefund(db: Pick<Db, 'prisma'>, { caller, refundId }: RefundTarget): Promise<Refund> {
  const record = await db.prisma.refund.findFirst({ where: { id: refundId, ...visibleTo(caller) } });
  if (!record) throw notFound(`There is no refund ${refundId}.`);
  return printRecord(refund, record);
}

export type RefundFilters = ListQuery<typeof listRefundsRoute>;

const filterTable: FilterTable<RefundFilters, RefundWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  paymentId: isOneOf('paymentId'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the refunds that the caller may see. */
export async function listRefunds(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: RefundFilters,
): Promise<Page<Refund>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.refund.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.refund.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(refund, record)) };
}
