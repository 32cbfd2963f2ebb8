import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { ruleTable } from '@linework/db/rule-table';
import { assembled, unprepared } from '@linework/db/statement';
import { insertEvents, insertMove } from '@linework/events/insert-event';
import { type Bind, createBoundValues } from '@linework/lists/bound-values';
import { type EventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';
import { hasExpired } from './has-expired.ts';
import { buildSlotLock, runBatchesConcurrently } from './run-batches-concurrently.ts';

/** A set of resources: named ones, a pool, or the pools of a broker and type. */
export type ResourceScope =
  | { readonly resourceIds: readonly string[] }
  | { readonly poolId: string }
  | { readonly typeId: string; readonly brokerId: string | null };

/** Builds the condition that a state `s` is in the scope. */
function buildScopeCondition(scope: ResourceScope, bind: Bind): string {
  if ('resourceIds' in scope) return `s.resource_id = ANY(${bind(scope.resourceIds)}::uuid[])`;
  if ('poolId' in scope) return `s.pool_id = ${bind(scope.poolId)}::uuid`;
  const { typeId, brokerId } = scope;
  const pools = `SELECT id FROM pool WHERE type_id = ${bind(typeId)}::uuid AND broker_id = ${bind(brokerId)}::uuid`;
  return `s.pool_id = ANY(ARRAY(${pools}))`;
}

interface QuarantineEnd {
  readonly reusable: boolean;
  readonly becomes: ResourceStatus;
  readonly event: EventType;
}

/** What a resource becomes at the end of its quarantine. @internal */
export const quarantineEnds: readonly QuarantineEnd[] = [
  { reusable: true, becomes: 'available', event: resourceStatusEvents.available },
  { reusable: false, becomes: 'decommissioned', event: resourceStatusEvents.decommissioned },
];

const ends = ruleTable('rule', { reusable: 'boolean', becomes: 'text', event: 'text' }, quarantineEnds);

const changes = quarantineEnds.map(
  ({ reusable, becomes }) => `made_${becomes} AS (
    UPDATE resource_state
    SET status = '${becomes}', quarantined_at = NULL, quarantine_ends_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM expired WHERE reusable = ${reusable}))
  )`,
);

/**
 * Ends quarantines that have expired by the database's clock: reusable resources become available, the others are
 * decommissioned. The event records the end of the quarantine, because the resource loses it. The statement changes
 * exactly the rows that it locks, so each change needs no join (see `buildExpireSql`); only the events join the
 * rules.
 */
const buildEndSql = (filter: string, lockMode: 'SKIP LOCKED' | '', limit: string) => `WITH expired AS (
    SELECT s.resource_id, s.broker_id, s.quarantine_ends_at, t.reusable
    FROM resource_state s
    JOIN pool p ON p.id = s.pool_id
    JOIN resource_type t ON t.id = p.type_id
    WHERE s.quarantine_ends_at <= now() ${filter}
    ORDER BY s.quarantine_ends_at
    LIMIT ${limit}
    FOR UPDATE OF s ${lockMode}
  ), ${changes.join(', ')}, emitted AS (
    ${insertEvents('resource', {
      type: 'event',
      from: "'quarantined'",
      to: 'becomes',
      id: 'resource_id',
      details: "jsonb_build_object('quarantineEndsAt', quarantine_ends_at)",
    })}
    FROM expired JOIN ${ends} USING (reusable)
  )
  SELECT count(*)::int AS count FROM expired`;

const endQuarantinesStatement = unprepared(
  'end-quarantines',
  { limit: 'bigint', slot: 'int' },
  buildEndSql(`AND ${buildSlotLock('end-quarantines', ':slot')}`, 'SKIP LOCKED', ':limit'),
);

const batchLimit = 5_000;

/** Ends every expired quarantine and returns the count. Concurrent calls are safe: they share three slots. */
export async function endQuarantines(db: Pick<Db, 'query'>): Promise<number> {
  if (!(await hasExpired(db, 'quarantine_ends_at'))) return 0;
  return runBatchesConcurrently(async (slot) => {
    const [result] = await db.query(endQuarantinesStatement, { limit: batchLimit, slot });
    return result?.count ?? 0;
  });
}

/** Ends the expired quarantines of the scope, up to one batch, and waits for locks on them. */
async function endQuarantinesInScope(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  const { bind, values } = createBoundValues();
  const text = buildEndSql(`AND ${buildScopeCondition(scope, bind)}`, '', bind(batchLimit));
  await db.query(assembled({ text, values }));
}

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
async function expireReservationsInScope(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  const { bind, values } = createBoundValues();
  const condition = buildScopeCondition(scope, bind);
  const text = buildExpireSql(`AND ${condition}`, `ORDER BY s.resource_id LIMIT ${bind(batchLimit)} FOR UPDATE`);
  await db.query(assembled({ text, values }));
}

/**
 * Ends the reservations and quarantines of the scope that have expired by the database's clock, as the sweep would.
 * Requests that need the scope's resources call it, so they do not depend on the schedule of the sweep.
 */
export async function expireDue(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  await withoutBrokerScope('expiry applies to all brokers, and the response contains nothing of it', async () => {
    await expireReservationsInScope(db, scope);
    await endQuarantinesInScope(db, scope);
  });
}
