import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { resourceStatusEvents } from '@linework/schemas/events';
import { hasExpired } from './has-expired.ts';
import { buildScopeCondition, type ResourceScope } from './resource-scope.ts';
import { buildSlotLock, runBatchesConcurrently } from './run-batches-concurrently.ts';

/**
 * Gives back what is kept beyond its reservation's end by the database's clock. Only resources are locked and written: that their
 * reservation is over nobody needs to be told, since everybody asks the clock (see `live-reservation.ts`). What a reservation
 * keeps of a group comes back as one: where somebody holds a part of it, the next look finds it.
 * What is locked is what is changed, so that nothing has to be joined: the planner knows nothing of how many are over, and a
 * nested loop over thousands takes seconds. For the same reason the status is not asked for: only what is reserved has an end.
 */
const buildExpireSql = (filter: string, lockClause: string) => `WITH over AS MATERIALIZED (
    SELECT s.resource_id, s.broker_id, s.reservation_id, s.group_id FROM resource_state s
    WHERE s.reserved_until <= now() ${filter} ${lockClause}
  ), group_members AS MATERIALIZED (
    SELECT resource_id, broker_id, reservation_id, group_id FROM resource_state
    WHERE group_id = ANY(ARRAY(SELECT group_id FROM over WHERE group_id IS NOT NULL)) AND reserved_until <= now()
    ORDER BY resource_id FOR UPDATE SKIP LOCKED
  ), complete_groups AS (
    SELECT group_id, reservation_id FROM group_members GROUP BY group_id, reservation_id
    HAVING count(*) = (SELECT count(*) FROM resource_state m WHERE m.group_id = group_members.group_id AND m.reservation_id = group_members.reservation_id)
  ), ended AS MATERIALIZED (
    SELECT resource_id, broker_id, reservation_id FROM over WHERE group_id IS NULL
    UNION ALL SELECT resource_id, broker_id, reservation_id FROM group_members JOIN complete_groups USING (group_id, reservation_id)
  ), freed AS (
    UPDATE resource_state SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM ended))
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
    SELECT broker_id, '${resourceStatusEvents.available}', 'resource', resource_id, 'reserved', 'available',
      jsonb_build_object('reservationId', reservation_id) FROM ended
  )
  SELECT count(*)::int AS count FROM ended`;

const expireReservationsStatement = unprepared(
  buildExpireSql(`AND ${buildSlotLock('expire-reservations', '$2')}`, 'ORDER BY s.reserved_until LIMIT $1 FOR UPDATE SKIP LOCKED'),
);

const batchLimit = 5_000;

/** Gives back everything whose reservation is over; answers how many resources. May run anywhere, also many at once: they share three lanes. `afterBatch` is called whenever some are done. */
export async function expireReservations(db: Pick<Db, 'query'>, afterBatch: () => void = () => {}): Promise<number> {
  if (!(await hasExpired(db, 'reserved_until'))) return 0;
  return runBatchesConcurrently(async (slot) => {
    const [result] = await db.query<{ count: number }>(expireReservationsStatement, [batchLimit, slot]);
    const count = result?.count ?? 0;
    if (count > 0) afterBatch();
    return count;
  });
}

/** Gives back what is over there, as many as are done at once; who is at one of them at this moment is waited for. */
export async function expireReservationsInScope(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  const { condition, values } = buildScopeCondition(scope);
  await db.query(unprepared(buildExpireSql(`AND ${condition}`, 'ORDER BY s.resource_id LIMIT $1 FOR UPDATE')), [batchLimit, ...values]);
}
