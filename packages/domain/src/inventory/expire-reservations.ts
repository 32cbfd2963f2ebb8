import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import { resourceArrivals } from '@linework/schemas/events';
import { batchesTogether, inLane } from './batches-together.ts';
import { type Place, readPlace } from './place.ts';

/**
 * Ends reservations whose time is over by the database's clock, the oldest first, and gives back what they still keep. A
 * reservation is locked before its resources, and one that somebody uses at this moment is passed by: it is not over, or it
 * is here again at the next look. A batch is cut where the resources become too many, because one reservation may keep a thousand.
 * What is locked is what is changed, so that nothing has to be joined: the planner knows nothing of how many are over, and a
 * nested loop over thousands takes seconds. For the same reason the status is not asked for: only what is reserved has a reservation.
 */
const expireText = (which: string, wait: 'SKIP LOCKED' | '') => `WITH over AS (
    SELECT id, expires_at, cardinality(resource_ids) AS keeps FROM reservation v
    WHERE status = 'ACTIVE' AND expires_at <= now() ${which} ORDER BY expires_at LIMIT $1 FOR UPDATE ${wait}
  ), batch AS (
    SELECT id FROM (SELECT id, sum(keeps) OVER (ORDER BY expires_at, id) - keeps AS before FROM over) AS o WHERE before < $1
  ), kept AS (
    SELECT resource_id, broker_id, reservation_id FROM resource_state
    WHERE reservation_id = ANY(ARRAY(SELECT id FROM batch)) ORDER BY resource_id FOR UPDATE
  ), freed AS (
    UPDATE resource_state SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM kept))
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
    SELECT broker_id, '${resourceArrivals.available}', 'resource', resource_id, 'reserved', 'available',
      jsonb_build_object('reservationId', reservation_id) FROM kept
  ), expired AS (
    UPDATE reservation SET status = 'EXPIRED', updated_at = now() WHERE id = ANY(ARRAY(SELECT id FROM batch)) RETURNING id
  )
  SELECT count(*)::int AS count FROM expired`;

const expireReservationsStatement = plannedEachTime(expireText(`AND ${inLane('expire-reservations', '$2')}`, 'SKIP LOCKED'));

const mostResources = 5_000;

/** Ends every reservation whose time is over, and gives back what it kept; answers how many. May run anywhere, also many at once: they share two lanes. `afterBatch` is called whenever some are done. */
export function expireReservations(db: Pick<Db, 'query'>, afterBatch: () => void = () => {}): Promise<number> {
  return batchesTogether(async (lane) => {
    const [done] = await db.query<{ count: number }>(expireReservationsStatement, [mostResources, lane]);
    const count = done?.count ?? 0;
    if (count > 0) afterBatch();
    return count;
  });
}

/** Ends those that are over and keep something there, as many as are done at once; who uses one of them at this moment is waited for. */
export async function expireReservationsIn(db: Pick<Db, 'query'>, place: Place): Promise<void> {
  const { condition, values } = readPlace(place);
  const which = `AND EXISTS (SELECT FROM resource_state s WHERE s.reservation_id = v.id AND ${condition})`;
  await db.query(plannedEachTime(expireText(which, '')), [mostResources, ...values]);
}
