import type { Db } from '@linework/db/db';
import { assembled, unprepared } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { createBoundValues } from '@linework/lists/bound-values';
import { hasExpired } from './has-expired.ts';
import { buildScopeCondition, type ResourceScope } from './resource-scope.ts';
import { buildSlotLock, runBatchesConcurrently } from './run-batches-concurrently.ts';

/**
 * Releases resources whose reservation has expired by the database's clock. Only resources are locked and written. The
 * reservation row does not change, since every reader compares its end with the clock (see `live-reservation.ts`). The
 * members of a group that one reservation keeps are released together; if one of them is locked, the next run releases
 * them. The statement changes exactly the rows that it locks, so it needs no join: the planner cannot estimate how many
 * have expired, and a nested loop over thousands takes seconds. The status is not a condition for the same reason: only
 * a reserved resource has an end.
 */
const buildExpireSql = (filter: string, lockClause: string) => `WITH expired AS MATERIALIZED (
    SELECT s.resource_id, s.broker_id, s.reservation_id, s.group_id
    FROM resource_state s
    WHERE s.reserved_until <= now() ${filter} ${lockClause}
  ), group_members AS MATERIALIZED (
    SELECT resource_id, broker_id, reservation_id, group_id
    FROM resource_state
    WHERE group_id = ANY(ARRAY(SELECT group_id FROM expired WHERE group_id IS NOT NULL)) AND reserved_until <= now()
    ORDER BY resource_id
    FOR UPDATE SKIP LOCKED
  ), complete_groups AS (
    SELECT group_id, reservation_id
    FROM group_members
    GROUP BY group_id, reservation_id
    HAVING count(*) = (
      SELECT count(*)
      FROM resource_state m
      WHERE m.group_id = group_members.group_id AND m.reservation_id = group_members.reservation_id)
  ), ended AS MATERIALIZED (
    SELECT resource_id, broker_id, reservation_id FROM expired WHERE group_id IS NULL
    UNION ALL SELECT resource_id, broker_id, reservation_id
    FROM group_members
    JOIN complete_groups USING (group_id, reservation_id)
  ), released AS (
    UPDATE resource_state
    SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM ended))
  ), emitted AS (
    ${insertMove('resource', {
      from: 'reserved',
      to: 'available',
      id: 'resource_id',
      details: "jsonb_build_object('reservationId', reservation_id)",
    })}
    FROM ended
  )
  SELECT count(*)::int AS count FROM ended`;

const expireReservationsStatement = unprepared(
  'expire-reservations',
  { limit: 'bigint', slot: 'int' },
  buildExpireSql(
    `AND ${buildSlotLock('expire-reservations', ':slot')}`,
    'ORDER BY s.reserved_until LIMIT :limit FOR UPDATE SKIP LOCKED',
  ),
);

const batchLimit = 5_000;

/**
 * Releases every resource whose reservation has expired and returns the count. Concurrent calls are safe: they share
 * three slots. `afterBatch` is called after each batch that released some.
 */
export async function expireReservations(db: Pick<Db, 'query'>, afterBatch: () => void = () => {}): Promise<number> {
  if (!(await hasExpired(db, 'reserved_until'))) return 0;
  return runBatchesConcurrently(async (slot) => {
    const [result] = await db.query(expireReservationsStatement, { limit: batchLimit, slot });
    const count = result?.count ?? 0;
    if (count > 0) afterBatch();
    return count;
  });
}

/** Releases the expired resources of the scope, up to one batch, and waits for locks on them. */
export async function expireReservationsInScope(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  const { bind, values } = createBoundValues();
  const condition = buildScopeCondition(scope, bind);
  const text = buildExpireSql(`AND ${condition}`, `ORDER BY s.resource_id LIMIT ${bind(batchLimit)} FOR UPDATE`);
  await db.query(assembled({ text, values }));
}
