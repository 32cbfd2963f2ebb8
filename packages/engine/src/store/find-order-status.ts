import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';

const orderStatusStatement = statement(
  'find-order-status',
  { orderId: 'uuid' },
  'SELECT status FROM orders WHERE id = :orderId',
);

/** The status of an order; undefined if there is no order with this id. */
export async function findOrderStatus(db: Pick<Db, 'query'>, orderId: string): Promise<OrderStatus | undefined> {
  const [order] = await db.query(orderStatusStatement, { orderId });
  return order?.status;
}
