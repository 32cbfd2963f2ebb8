import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { inDebt, type OrderStatus, orderLifecycle } from '@linework/schemas/orders/order.lifecycle';

/**
 * What may still come of an order. In debt, it waits for somebody to go on with it, or for what supersedes it to be undone. Over,
 * it comes to nothing for good: it was undone, closed, or superseded by one that is itself at its end.
 */
export type Fate = 'completed' | 'at-work' | 'in-debt' | 'over';

const fateStatement = statement(
  'fate-of-order',
  `WITH RECURSIVE heir AS (
    SELECT id, status, superseded_by, 0 AS generation FROM orders WHERE id = $1::uuid
    UNION ALL SELECT o.id, o.status, o.superseded_by, h.generation + 1 FROM orders o JOIN heir h ON o.id = h.superseded_by
  )
  SELECT status FROM heir ORDER BY generation`,
);

/** What may still come of this order; nothing where there is none of this id. */
export async function fateOfOrder(db: Pick<Db, 'query'>, orderId: string): Promise<Fate> {
  const rows = await db.query<{ readonly status: OrderStatus }>(fateStatement, [orderId]);
  const [order, heir] = [rows[0]?.status, rows.at(-1)?.status];
  if (order === 'COMPLETED') return 'completed';
  if (!order || !heir || orderLifecycle.isFinal(order) || orderLifecycle.isFinal(heir)) return 'over';
  return (inDebt as readonly OrderStatus[]).includes(order) ? 'in-debt' : 'at-work';
}
