import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { showOrder } from '@linework/engine/queries/show-order';
import { showOrderActors } from '@linework/engine/queries/show-order-actor';
import { buildPage, type Page } from '@linework/lists/page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Order } from '@linework/schemas/orders/order';
import { buildCountQuery, buildPageQuery, type OrderPageQuery } from './order-list/build-page-query.ts';

interface FoundOrder {
  readonly id: string;
  readonly sortKey: Date;
}

/** One page of the orders that the caller may see. */
export async function listOrders(
  db: Pick<Db, 'prisma' | 'query'>,
  caller: Caller,
  query: OrderPageQuery,
): Promise<Page<Order>> {
  const [found, total] = await Promise.all([
    findOrders(db, caller, query),
    query.withoutTotal ? 0 : countOrders(db, caller, query),
  ]);
  // The cursor uses the value by which the order was found, because the order may change before it is read.
  const page = buildPage(
    query,
    found.map(({ id, sortKey }) => ({ id, [query.sortBy]: sortKey })),
    total,
  );
  return { ...page, items: await readOrders(db, caller, page.items) };
}

function findOrders(db: Pick<Db, 'query'>, caller: Caller, query: OrderPageQuery): Promise<readonly FoundOrder[]> {
  return db.query(assembled<FoundOrder>(buildPageQuery(caller, query)));
}

async function countOrders(db: Pick<Db, 'query'>, caller: Caller, query: OrderPageQuery): Promise<number> {
  const [counted] = await db.query(assembled<{ readonly total: number }>(buildCountQuery(caller, query)));
  return counted?.total ?? 0;
}

async function readOrders(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  found: readonly { readonly id: string }[],
): Promise<Order[]> {
  if (found.length === 0) return [];
  const where = { id: { in: found.map(({ id }) => id) }, ...visibleTo(caller) };
  const records = await db.prisma.order.findMany({ where, include: { steps: { orderBy: { position: 'asc' } } } });
  const actors = await showOrderActors(db, caller, records);
  const byId = new Map(records.map((record) => [record.id, record]));
  return found.flatMap(({ id }) => {
    const record = byId.get(id);
    return record ? [showOrder({ ...record, actor: actors.get(id) })] : [];
  });
}
