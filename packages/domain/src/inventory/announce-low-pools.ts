import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import type { EventType } from '@linework/schemas/events';

const lowAvailability: EventType = 'pool.low_availability_reached';

/**
 * Says of each pool that fell below its threshold that it did, once: not again before it has been above by a tenth. The row of
 * a pool says whether it was said. FOR NO KEY UPDATE, because whoever adds resources to a pool holds its key until he commits.
 */
const announceLowPoolsStatement = unprepared(
  `WITH number AS (
    SELECT pool_id, sum(delta)::int AS available FROM pool_count WHERE status = 'available' GROUP BY pool_id
  ), turned AS (
    SELECT p.id, p.broker_id, p.low_availability_threshold AS threshold, NOT p.is_low AS is_low, coalesce(n.available, 0) AS available
    FROM pool p LEFT JOIN number n ON n.pool_id = p.id
    WHERE (NOT p.is_low AND coalesce(n.available, 0) < p.low_availability_threshold)
      OR (p.is_low AND coalesce(n.available, 0) >= p.low_availability_threshold + ceil(p.low_availability_threshold / 10.0))
    ORDER BY p.id FOR NO KEY UPDATE OF p SKIP LOCKED
  ), noted AS (
    UPDATE pool SET is_low = NOT is_low WHERE id = ANY(ARRAY(SELECT id FROM turned))
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, details)
    SELECT broker_id, '${lowAvailability}', 'pool', id, jsonb_build_object('available', available, 'threshold', threshold) FROM turned WHERE is_low
  )
  SELECT count(*) FILTER (WHERE is_low)::int AS count FROM turned`,
);

/** Writes the event of every pool that fell below its threshold since the last time; answers how many. May run anywhere, also many at once. */
export async function announceLowPools(db: Pick<Db, 'query'>): Promise<number> {
  const [result] = await db.query<{ count: number }>(announceLowPoolsStatement, []);
  return result?.count ?? 0;
}
