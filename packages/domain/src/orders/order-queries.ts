import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Order } from '@linework/schemas/orders/order';
import type { Page } from '../lists/page.ts';
import { findOrder } from './find-order.ts';
import { listOrders } from './list-orders.ts';
import type { OrderPageQuery } from './order-list/build-page-query.ts';

/** Where orders are looked up: a port, so that it may be a service of its own. */
export interface OrderQueries {
  /** Raises not-found when the order is not there, or another broker's. */
  findOrder(asked: { readonly caller: Caller; readonly orderId: string }): Promise<Order>;
  /** One page of the orders that the caller may see. */
  listOrders(caller: Caller, query: OrderPageQuery): Promise<Page<Order>>;
}

/** The orders in the project's own database. */
export const createLocalOrderQueries = (db: Pick<Db, 'prisma' | 'query'>): OrderQueries => ({
  findOrder: (asked) => findOrder(db, asked),
  listOrders: (caller, query) => listOrders(db, caller, query),
});
