import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resourceArrivals } from '@linework/schemas/events';
import { batchesTogether } from './batches-together.ts';

/**
 * Ends the rest of resources whose time is over by the database's clock: what can be used again goes back to the shelf, the
 * others are withdrawn. The event says when the quarantine was to end, because the resource does not know any more.
 */
const endQuarantinesStatement = statement(
  'end-quarantines',
  `WITH over AS (
    SELECT resource_id, quarantine_ends_at FROM resource_state WHERE status = 'quarantined' AND quarantine_ends_at <= now()
    ORDER BY quarantine_ends_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ), fate AS (
    SELECT r.id, o.quarantine_ends_at, CASE WHEN t.reusable THEN 'available' ELSE 'decommissioned' END AS status
    FROM resource r JOIN over o ON o.resource_id = r.id JOIN resource_type t ON t.id = r.type_id
    WHERE r.id = ANY(ARRAY(SELECT resource_id FROM over))
  ), moved AS (
    UPDATE resource_state s SET status = f.status, quarantined_at = NULL, quarantine_ends_at = NULL, updated_at = now()
    FROM fate f WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM over)) AND s.resource_id = f.id
    RETURNING s.resource_id, s.broker_id, s.status, f.quarantine_ends_at
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
    SELECT broker_id, CASE status WHEN 'available' THEN '${resourceArrivals.available}' ELSE '${resourceArrivals.decommissioned}' END,
      'resource', resource_id, 'quarantined', status, jsonb_build_object('quarantineEndsAt', quarantine_ends_at) FROM moved
  )
  SELECT count(*)::int AS count FROM moved`,
);

const mostAtOnce = 5_000;

/** Ends every quarantine whose time is over; answers how many. May run anywhere, also many at once. */
export function endQuarantines(db: Pick<Db, 'query'>): Promise<number> {
  return batchesTogether(async () => {
    const [done] = await db.query<{ count: number }>(endQuarantinesStatement, [mostAtOnce]);
    return done?.count ?? 0;
  });
}
