import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type OrderStatus, orderLifecycle, unresolvedStatuses } from '@linework/schemas/orders/order.lifecycle';

/**
 * What may still come of an order. In debt, it waits for somebody to go on with it, or for what supersedes it to be undone. Over,
 * it comes to nothing for good: it was undone, closed, or superseded by one that is itself at its end.
 */
export type OrderOutcome = 'completed' | 'open' | 'unresolved' | 'unsuccessful';

const orderOutcomeStatement = statement(
  'resolve-order-outcome',
  `WITH RECURSIVE heir AS (
    SELECT id, status, superseded_by, 0 AS generation FROM orders WHERE id = $1::uuid
    UNION ALL SELECT o.id, o.status, o.superseded_by, h.generation + 1 FROM orders o JOIN heir h ON o.id = h.superseded_by
  )
  SELECT status FROM heir ORDER BY generation`,
);

/** What may still come of this order; nothing where there is none of this id. */
export async function resolveOrderOutcome(db: Pick<Db, 'query'>, orderId: string): Promise<OrderOutcome> {
  const rows = await db.query<{ readonly status: OrderStatus }>(orderOutcomeStatement, [orderId]);
  const [order, successor] = [rows[0]?.status, rows.at(-1)?.status];
  if (order === 'COMPLETED') return 'completed';
  if (!order || !successor || orderLifecycle.isFinal(order) || orderLifecycle.isFinal(successor)) return 'unsuccessful';
  return (unresolvedStatuses as readonly OrderStatus[]).includes(order) ? 'unresolved' : 'open';
}
