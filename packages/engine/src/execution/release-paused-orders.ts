import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';

const batchLimit = 500;
/**
 * The limit of one sweep. The orders of a long pause come back over some seconds, and not all at once to a system that
 * has just recovered.
 */
const sweepLimit = 2_000;

/**
 * Makes the orders of ended pauses due, the oldest pause first. For each pause that has ended one index is probed, so
 * that a sweep with nothing to do reads a few blocks however many orders wait for other pauses. The columns have
 * milliseconds: rounded up, an order would not be due yet.
 */
const releasePausedOrdersStatement = statement(
  'release-paused-orders',
  { batchLimit: 'int' },
  `WITH released AS (
    SELECT o.id
    FROM pause p CROSS JOIN LATERAL (
      SELECT id
      FROM orders
      WHERE pause_id = p.id
      LIMIT :batchLimit
    ) AS o
    WHERE p.ended_at IS NOT NULL
    ORDER BY p.ended_at
    LIMIT :batchLimit
  ), locked AS (
    SELECT o.id
    FROM orders o
    WHERE o.id = ANY(ARRAY(SELECT id FROM released)) AND o.pause_id IS NOT NULL
    FOR UPDATE SKIP LOCKED
  )
  UPDATE orders o
  SET
    pause_id = NULL,
    due_at = least(o.due_at, date_trunc('milliseconds', now())),
    next_sweep_at = least(o.next_sweep_at, date_trunc('milliseconds', now()))
  FROM locked
  WHERE o.id = locked.id
  RETURNING o.id`,
);

const endDuePausesStatement = statement(
  'end-due-pauses',
  `WITH ended AS (
    UPDATE pause SET ended_at = now() WHERE ended_at IS NULL AND ends_at <= now() RETURNING id, kind, target, ends_at
  )
  ${insertEvent('pause.ended', {
    broker: null,
    details: "jsonb_build_object('kind', kind, 'target', target, 'endsAt', ends_at)",
  })}
  FROM ended`,
);

/** Ends the pauses whose time is over, makes the orders of ended pauses due and returns their number. */
export async function releasePausedOrders(db: Pick<Db, 'query'>): Promise<number> {
  await db.query(endDuePausesStatement);
  let count = 0;
  while (count < sweepLimit) {
    const { length } = await db.query(releasePausedOrdersStatement, { batchLimit });
    count += length;
    if (length < batchLimit) break;
  }
  return count;
}
