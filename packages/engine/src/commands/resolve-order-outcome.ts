import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type OrderStatus, orderLifecycle, unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';

/**
 * The outcome of an order as far as it is known. `unresolved`: the order failed and can still be retried, closed or
 * reinstated. `unsuccessful`: the order can never complete, because it was undone or closed, or because the order that
 * superseded it is final.
 */
export type OrderOutcome = 'completed' | 'open' | 'unresolved' | 'unsuccessful';

const orderOutcomeStatement = statement(
  'resolve-order-outcome',
  { orderId: 'uuid' },
  `WITH RECURSIVE successor AS (
    SELECT id, status, superseded_by, 0 AS distance FROM orders WHERE id = :orderId
    UNION ALL SELECT o.id, o.status, o.superseded_by, s.distance + 1
    FROM orders o
    JOIN successor s ON o.id = s.superseded_by
  )
  SELECT status FROM successor ORDER BY distance`,
);

/** Resolves the outcome of an order. An order that does not exist is unsuccessful. */
export async function resolveOrderOutcome(db: Pick<Db, 'query'>, orderId: string): Promise<OrderOutcome> {
  const rows = await db.query(orderOutcomeStatement, { orderId });
  const [order, successor] = [rows[0]?.status, rows.at(-1)?.status];
  if (order === 'COMPLETED') return 'completed';
  if (!order || !successor || orderLifecycle.isFinal(order) || orderLifecycle.isFinal(successor)) return 'unsuccessful';
  return (unresolvedStatuses as readonly OrderStatus[]).includes(order) ? 'unresolved' : 'open';
}
