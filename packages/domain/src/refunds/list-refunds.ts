import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Refund } from '@linework/schemas/refunds/refund';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showRefund } from './show-refund.ts';

export interface RefundFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly paymentId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the refunds that the caller may see. */
export async function listRefunds(db: Pick<Db, 'prisma'>, caller: Caller, filters: RefundFilters): Promise<Page<Refund>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.refund.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.refund.count({ where }),
  });
  return { ...page, items: page.items.map(showRefund) };
}

function buildFilters({ status, paymentId, brokerId, ...times }: RefundFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(paymentId && { paymentId: { in: [...paymentId] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
  };
}
