import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { resourceStatusEvents } from '@linework/schemas/events';
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
 * One statement makes the reservation: it allocates and locks resources and the other members of their groups. If there are enough, it inserts
 * the reservation, reserves the resources and emits events. Otherwise it writes nothing and returns no row. `group_members` skips locked rows:
 * two transactions that begin at different members of one group both skip it and try again. The end is truncated to the stored precision of
 * milliseconds, so that 0 seconds end at once and not after rounding.
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
    HAVING count(*) = (SELECT count(*) FROM resource_state m WHERE m.group_id = group_members.group_id AND m.status <> 'decommissioned')
  ), kept AS MATERIALIZED (
    SELECT resource_id FROM allocated WHERE group_id IS NULL OR group_id IN (SELECT group_id FROM complete_groups)
  ), chosen AS MATERIALIZED (
    SELECT resource_id FROM kept UNION SELECT resource_id FROM group_members WHERE group_id IN (SELECT group_id FROM complete_groups)
  ), selected AS MATERIALIZED (
    SELECT array_agg(r.id ORDER BY r.id <> ALL(ARRAY(SELECT resource_id FROM kept)), r.created_at, r.id) AS ids, (array_agg(r.broker_id))[1] AS broker_id,
      CASE WHEN count(DISTINCT r.pool_id) = 1 THEN (array_agg(r.pool_id))[1] END AS pool_id,
      coalesce($4::int, min(coalesce(r.reservation_ttl, p.reservation_ttl, t.reservation_ttl))) AS ttl
    FROM resource r JOIN pool p ON p.id = r.pool_id JOIN resource_type t ON t.id = r.type_id
    WHERE r.id = ANY(ARRAY(SELECT resource_id FROM chosen))
    HAVING (SELECT count(*) FROM kept) >= $3::int AND count(DISTINCT r.broker_id) = 1
  ), v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, pool_id, reservation_ttl, expires_at, metadata, key_id)
    SELECT $1::uuid, broker_id, 'ACTIVE', $2::int, ids, pool_id, ttl, date_trunc('milliseconds', now()) + ttl * interval '1 s', $5::jsonb, $6::uuid
    FROM selected
    RETURNING *
  ), moved AS (
    UPDATE resource_state s
    SET status = 'reserved', reservation_id = v.id, reserved_at = now(), updated_at = now()
    FROM v
    WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM chosen)) AND s.status = 'available'
    RETURNING s.resource_id, s.broker_id
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
    SELECT broker_id, '${resourceStatusEvents.reserved}', 'resource', resource_id, 'available', 'reserved', $6::uuid, jsonb_build_object('reservationId', $1::uuid)
    FROM moved
  )
  SELECT ${reservationColumns} FROM v`;

const buildStatement = (query: AllocationQuery): Statement =>
  statement(`reserve-from-${query.name}`, buildInsertSql(query));
const statements = Object.fromEntries(
  Object.entries(allocationQueries).map(([kind, pick]) => [kind, buildStatement(pick)]),
) as Record<keyof typeof allocationQueries, Statement>;

/** Makes the reservation in one statement; undefined when too few unlocked resources are available. */
export async function insertReservation(db: Db, input: ReservationInput): Promise<ReservationRow | undefined> {
  const { id, quantity, minimum, ttl, metadata, keyId, brokerId, from } = input;
  if (quantity === 1 && 'poolId' in from && from.attributes === undefined) {
    const reserved = await reserveOne(db, { id, ttl, metadata, keyId, brokerId, poolId: from.poolId });
    if (reserved) return reserved;
  }
  const { kind, values } = resolveSource(from);
  const [row] = await db.query<ReservationRow>(statements[kind], [
    id,
    quantity,
    minimum,
    ttl,
    JSON.stringify(metadata),
    keyId,
    brokerId,
    ...values,
  ]);
  return row;
}

function resolveSource(from: ReservationSource): {
  readonly kind: keyof typeof allocationQueries;
  readonly values: readonly unknown[];
} {
  if ('resourceIds' in from) return { kind: 'chosen', values: [from.resourceIds] };
  const { attributes } = from;
  if ('typeId' in from) {
    return attributes
      ? { kind: 'typeMatching', values: [from.typeId, JSON.stringify(attributes)] }
      : { kind: 'type', values: [from.typeId] };
  }
  return attributes
    ? { kind: 'poolMatching', values: [from.poolId, JSON.stringify(attributes)] }
    : { kind: 'pool', values: [from.poolId] };
}
