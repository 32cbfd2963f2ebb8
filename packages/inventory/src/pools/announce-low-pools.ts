import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { eventType } from '@linework/schemas/events';

const lowAvailability = eventType('pool.low_availability_reached');

/**
 * Emits one event for each pool that falls below its threshold, and no second one before the pool has been above it by
 * a tenth. `is_low` of the pool records that the event was emitted. The lock is FOR NO KEY UPDATE, because a
 * transaction that adds resources holds a key lock on the pool until it commits.
 */
const announceLowPoolsStatement = unprepared(
  'announce-low-pools',
  `WITH stock AS (
    SELECT pool_id, sum(delta)::int AS available FROM pool_count WHERE status = 'available' GROUP BY pool_id
  ), crossed AS (
    SELECT p.id, p.broker_id, p.low_availability_threshold AS threshold, NOT p.is_low AS is_low,
      coalesce(n.available, 0) AS available
    FROM pool p LEFT JOIN stock n ON n.pool_id = p.id
    WHERE (NOT p.is_low AND coalesce(n.available, 0) < p.low_availability_threshold)
      OR (p.is_low
        AND coalesce(n.available, 0) >= p.low_availability_threshold + ceil(p.low_availability_threshold / 10.0))
    ORDER BY p.id
    FOR NO KEY UPDATE OF p SKIP LOCKED
  ), marked AS (
    UPDATE pool SET is_low = NOT is_low WHERE id = ANY(ARRAY(SELECT id FROM crossed))
  ), emitted AS (
    ${insertEvent(lowAvailability, { details: "jsonb_build_object('available', available, 'threshold', threshold)" })}
    FROM crossed
    WHERE is_low
  )
  SELECT count(*) FILTER (WHERE is_low)::int AS count FROM crossed`,
);

/**
 * Emits the event of each pool that fell below its threshold since the last call and returns their count. Concurrent
 * calls are safe.
 */
export async function announceLowPools(db: Pick<Db, 'query'>): Promise<number> {
  const [result] = await db.query(announceLowPoolsStatement);
  return result?.count ?? 0;
}
