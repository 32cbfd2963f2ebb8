import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { type AllocationQuery, allocationQueries } from './allocation-queries.ts';
import { type ReservationRow, reservationColumns } from './reservation-columns.ts';
import { reserveOne } from './reserve-one.ts';

/** The input of a new reservation. */
export interface ReservationInput {
  readonly id: string;
  readonly quantity: number;
  /** With fewer resources nothing is reserved. */
  readonly minimum: number;
  /** Seconds; null for the smallest TTL of the resources, their pools or their types. */
  readonly ttl: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly keyId: string;
  /** The broker that must own the resources; null for an operator who names none. */
  readonly brokerId: string | null;
  readonly from: ReservationSource;
}

export type ReservationSource =
  | { readonly poolId: string; readonly attributes?: Readonly<Record<string, unknown>> | undefined }
  | { readonly typeId: string; readonly attributes?: Readonly<Record<string, unknown>> | undefined }
  | { readonly resourceIds: readonly string[] };

/**
 * One statement makes the reservation: it allocates and locks resources and the other members of their groups. If there
 * are enough, it inserts the reservation, reserves the resources and emits events. Otherwise it writes nothing and
 * returns no row. `group_members` skips locked rows: two transactions that begin at different members of one group both
 * skip it and try again. The end is truncated to the stored precision of milliseconds, so that 0 seconds end at once
 * and not after rounding.
 */
const buildInsertSql = ({ allocatedSql }: AllocationQuery) => `WITH ${allocatedSql}, group_members AS MATERIALIZED (
    SELECT resource_id, group_id
    FROM resource_state
    WHERE group_id = ANY(ARRAY(SELECT group_id FROM allocated WHERE group_id IS NOT NULL)) AND status = 'available'
    ORDER BY resource_id
    FOR UPDATE SKIP LOCKED
  ), complete_groups AS MATERIALIZED (
    SELECT group_id
    FROM group_members
    GROUP BY group_id
    HAVING count(*) = (
      SELECT count(*)
      FROM resource_state m
      WHERE m.group_id = group_members.group_id AND m.status <> 'decommissioned')
  ), kept AS MATERIALIZED (
    SELECT resource_id FROM allocated WHERE group_id IS NULL OR group_id IN (SELECT group_id FROM complete_groups)
  ), chosen AS MATERIALIZED (
    SELECT resource_id
    FROM kept
    UNION SELECT resource_id
    FROM group_members
    WHERE group_id IN (SELECT group_id FROM complete_groups)
  ), selected AS MATERIALIZED (
    SELECT array_agg(r.id ORDER BY r.id <> ALL(ARRAY(SELECT resource_id FROM kept)), r.created_at, r.id) AS ids,
      (array_agg(r.broker_id))[1] AS broker_id,
      CASE WHEN count(DISTINCT r.pool_id) = 1 THEN (array_agg(r.pool_id))[1] END AS pool_id,
      coalesce(:ttl, min(coalesce(r.reservation_ttl, p.reservation_ttl, t.reservation_ttl))) AS ttl
    FROM resource r JOIN pool p ON p.id = r.pool_id JOIN resource_type t ON t.id = r.type_id
    WHERE r.id = ANY(ARRAY(SELECT resource_id FROM chosen))
    HAVING (SELECT count(*) FROM kept) >= :minimum AND count(DISTINCT r.broker_id) = 1
  ), v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, pool_id, reservation_ttl, expires_at,
      metadata, key_id)
    SELECT :id, broker_id, 'ACTIVE', :quantity, ids, pool_id, ttl,
      date_trunc('milliseconds', now()) + ttl * interval '1 s', :metadata, :keyId
    FROM selected
    RETURNING *
  ), moved AS (
    UPDATE resource_state s
    SET status = 'reserved', reservation_id = v.id, reserved_at = now(), updated_at = now()
    FROM v
    WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM chosen)) AND s.status = 'available'
    RETURNING s.resource_id, s.broker_id
  ), emitted AS (
    ${insertMove('resource', {
      from: 'available',
      to: 'reserved',
      id: 'resource_id',
      key: ':keyId',
      details: "jsonb_build_object('reservationId', :id)",
    })}
    FROM moved
  )
  SELECT ${reservationColumns} FROM v`;

const reservationTypes = {
  id: 'uuid',
  quantity: 'int',
  minimum: 'int',
  ttl: 'int?',
  metadata: 'jsonb',
  keyId: 'uuid',
  brokerId: 'uuid?',
} as const;

const { pool, poolMatching, type, typeMatching, chosen } = allocationQueries;
const statements = {
  pool: statement('reserve-from-pool', { ...reservationTypes, source: 'uuid' }, buildInsertSql(pool)),
  poolMatching: statement(
    'reserve-from-pool-matching',
    { ...reservationTypes, source: 'uuid', attributes: 'jsonb' },
    buildInsertSql(poolMatching),
  ),
  type: statement('reserve-from-type', { ...reservationTypes, source: 'uuid' }, buildInsertSql(type)),
  typeMatching: statement(
    'reserve-from-type-matching',
    { ...reservationTypes, source: 'uuid', attributes: 'jsonb' },
    buildInsertSql(typeMatching),
  ),
  chosen: statement('reserve-from-chosen', { ...reservationTypes, source: 'uuid[]' }, buildInsertSql(chosen)),
};

/** Makes the reservation in one statement; undefined when too few unlocked resources are available. */
export async function insertReservation(db: Db, input: ReservationInput): Promise<ReservationRow | undefined> {
  const { id, quantity, minimum, ttl, metadata, keyId, brokerId, from } = input;
  if (quantity === 1 && 'poolId' in from && from.attributes === undefined) {
    const reserved = await reserveOne(db, { id, ttl, metadata, keyId, brokerId, poolId: from.poolId });
    if (reserved) return reserved;
  }
  const [row] = await insertFrom(db, from, { id, quantity, minimum, ttl, metadata, keyId, brokerId });
  return row;
}

function insertFrom(db: Db, from: ReservationSource, values: Omit<ReservationInput, 'from'>) {
  if ('resourceIds' in from) return db.query(statements.chosen, { ...values, source: from.resourceIds });
  const { attributes } = from;
  if ('typeId' in from) {
    return attributes
      ? db.query(statements.typeMatching, { ...values, source: from.typeId, attributes })
      : db.query(statements.type, { ...values, source: from.typeId });
  }
  return attributes
    ? db.query(statements.poolMatching, { ...values, source: from.poolId, attributes })
    : db.query(statements.pool, { ...values, source: from.poolId });
}
