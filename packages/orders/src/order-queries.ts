import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { findOrder } from '@linework/engine/queries/find-order';
import type { Page } from '@linework/lists/page';
import type { Order } from '@linework/schemas/orders/order';
import { listOrders } from './list-orders.ts';
import type { OrderPageQuery } from './order-list/build-page-query.ts';

/** The queries on orders. They are a port, so that a separate service can answer them. */
export interface OrderQueries {
  /** Raises not-found when the order does not exist or belongs to another broker. */
  findOrder(query: { readonly caller: Caller; readonly orderId: string }): Promise<Order>;
  /** One page of the orders that the caller may see. */
  listOrders(caller: Caller, query: OrderPageQuery): Promise<Page<Order>>;
}

/** Reads the orders from this program's own database. */
export const createLocalOrderQueries = (db: Pick<Db, 'prisma' | 'query'>): OrderQueries => ({
  findOrder: (query) => findOrder(db, query),
  listOrders: (caller, query) => listOrders(db, caller, query),
});
