import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import { resourceArrivals } from '@linework/schemas/events';
import { batchesTogether, inLane } from './batches-together.ts';
import { isAnyOver } from './is-any-over.ts';
import { type Place, readPlace } from './place.ts';

/**
 * Ends the rest of resources whose time is over by the database's clock: what can be used again goes back to the shelf, the
 * others are withdrawn. The event says when the quarantine was to end, because the resource does not know any more.
 * What is locked is what is changed, so that nothing has to be joined (see `expire-reservations.ts`).
 */
const endText = (which: string, wait: 'SKIP LOCKED' | '') => `WITH over AS (
    SELECT s.resource_id, s.broker_id, s.quarantine_ends_at, t.reusable
    FROM resource_state s JOIN pool p ON p.id = s.pool_id JOIN resource_type t ON t.id = p.type_id
    WHERE s.quarantine_ends_at <= now() ${which} ORDER BY s.quarantine_ends_at LIMIT $1 FOR UPDATE OF s ${wait}
  ), put_back AS (
    UPDATE resource_state SET status = 'available', quarantined_at = NULL, quarantine_ends_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM over WHERE reusable))
  ), withdrawn AS (
    UPDATE resource_state SET status = 'decommissioned', quarantined_at = NULL, quarantine_ends_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM over WHERE NOT reusable))
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
    SELECT broker_id, CASE WHEN reusable THEN '${resourceArrivals.available}' ELSE '${resourceArrivals.decommissioned}' END, 'resource', resource_id,
      'quarantined', CASE WHEN reusable THEN 'available' ELSE 'decommissioned' END, jsonb_build_object('quarantineEndsAt', quarantine_ends_at)
    FROM over
  )
  SELECT count(*)::int AS count FROM over`;

const endQuarantinesStatement = plannedEachTime(endText(`AND ${inLane('end-quarantines', '$2')}`, 'SKIP LOCKED'));

const mostAtOnce = 5_000;

/** Ends every quarantine whose time is over; answers how many. May run anywhere, also many at once: they share three lanes. */
export async function endQuarantines(db: Pick<Db, 'query'>): Promise<number> {
  if (!(await isAnyOver(db, 'quarantine_ends_at'))) return 0;
  return batchesTogether(async (lane) => {
    const [done] = await db.query<{ count: number }>(endQuarantinesStatement, [mostAtOnce, lane]);
    return done?.count ?? 0;
  });
}

/** Ends those that are over there, as many as are done at once; who is at one of them at this moment is waited for. */
export async function endQuarantinesIn(db: Pick<Db, 'query'>, place: Place): Promise<void> {
  const { condition, values } = readPlace(place);
  await db.query(plannedEachTime(endText(`AND ${condition}`, '')), [mostAtOnce, ...values]);
}
