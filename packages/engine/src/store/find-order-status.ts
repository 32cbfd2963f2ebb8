import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';

const orderStatusStatement = statement('find-order-status', 'SELECT status FROM orders WHERE id = $1::uuid');

/** The status of an order; undefined if there is no order with this id. */
export async function findOrderStatus(db: Pick<Db, 'query'>, orderId: string): Promise<OrderStatus | undefined> {
  const [order] = await db.query<{ readonly status: OrderStatus }>(orderStatusStatement, [orderId]);
  return order?.status;
}
