import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Ring } from './advance-order.ts';
import { furtherWaitInSql } from './wait-for-system.ts';

/**
 * Gives orders whose due time has passed their next run, which turns away a worker that still holds the old one, and a new
 * due time: 5 s, then twice as long for each ring that nobody has taken, so that a long queue is not made longer. Orders that
 * wait for a system are spread instead, and their rings say so: a worker that knows the system to be away drops them unread.
 */
const ringDueOrdersStatement = statement(
  'ring-due-orders',
  `WITH due AS (
    SELECT id FROM orders WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE orders o SET
    run = o.run + 1,
    due_at = now() + CASE
      WHEN o.away_since > now() - $2::int * interval '1 ms' THEN ${furtherWaitInSql}
      ELSE interval '5 s' * least(4, 2 ^ least(o.run - o.taken_run, 10)) END
  FROM due
  WHERE o.id = due.id
  RETURNING o.id AS "orderId", o.run, CASE WHEN o.away_since > now() - $2::int * interval '1 ms' THEN true END AS "isAway"`,
);

const mostAtOnce = 500;

export interface RingDueOrdersDeps {
  readonly db: Pick<Db, 'query'>;
  readonly ring: (rings: readonly Ring[]) => void;
  /** For so long an order waits for a system that is away. */
  readonly awayLimitMs: number;
}

type DueOrder = Pick<Ring, 'orderId' | 'run'> & { readonly isAway: true | null };

/** Rings for every order that is due and that nobody is working on; answers how many. */
export async function ringDueOrders({ db, ring, awayLimitMs }: RingDueOrdersDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await db.query<DueOrder>(ringDueOrdersStatement, [mostAtOnce, awayLimitMs]);
    const rings = due.map(({ orderId, run, isAway }): Ring => ({ orderId, run, ...(isAway && { isAway }) }));
    if (rings.length > 0) ring(rings);
    count += rings.length;
    if (rings.length < mostAtOnce) return count;
  }
}
