import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Order } from '@linework/schemas/orders/order';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { type TimeFilters, timeRange } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showOrder } from './show-order.ts';

export interface OrderFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly resourceId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly correlationId?: string | undefined;
}

/** One page of the orders that the caller may see. */
export async function listOrders(db: Pick<Db, 'prisma'>, caller: Caller, filters: OrderFilters): Promise<Page<Order>> {
  const where = { AND: [visibleTo(caller), ownFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: place, orderBy, skip, take }) =>
      db.prisma.order.findMany({
        where: { AND: [where, place] },
        orderBy: [...orderBy],
        skip,
        take,
        include: { steps: { orderBy: { position: 'asc' } } },
      }),
    count: () => db.prisma.order.count({ where }),
  });
  return { ...page, items: page.items.map(showOrder) };
}

function ownFilters({ status, type, resourceId, brokerId, correlationId, ...times }: OrderFilters) {
  return {
    ...timeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(type && { type: { in: [...type] } }),
    ...(resourceId && { resourceId: { in: [...resourceId] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(correlationId !== undefined && { correlationId }),
  };
}
