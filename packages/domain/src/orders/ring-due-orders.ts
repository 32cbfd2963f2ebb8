import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Ring } from './advance-order.ts';

/**
 * Gives orders whose due time has passed their next run, which turns away a worker that still holds the old one, and a new
 * due time: 5 s, then twice as long for each ring that nobody has taken, so that a long queue is not made longer.
 */
const ringDueOrdersStatement = statement(
  'ring-due-orders',
  `WITH due AS (
    SELECT id FROM orders WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE orders o SET run = o.run + 1, due_at = now() + interval '5 s' * least(4, 2 ^ least(o.run - o.taken_run, 10))
  FROM due WHERE o.id = due.id
  RETURNING o.id AS "orderId", o.run`,
);

const mostAtOnce = 500;

/** Rings for every order that is due and that nobody is working on; answers how many. */
export async function ringDueOrders(db: Pick<Db, 'query'>, ring: (rings: readonly Ring[]) => void): Promise<number> {
  let count = 0;
  for (;;) {
    const rings = await db.query<Ring>(ringDueOrdersStatement, [mostAtOnce]);
    if (rings.length > 0) ring(rings);
    count += rings.length;
    if (rings.length < mostAtOnce) return count;
  }
}
