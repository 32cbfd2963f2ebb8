import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resourceArrivals } from '@linework/schemas/events';
import { groupIsFree } from './reservation-picks.ts';
import { type ReservationRow, reservationColumns } from './show-reservation.ts';

/**
 * The way that nearly every reservation goes, without the parts that groups and quantities need: those parts cost a single number
 * more than everything else. Where the next in the pool is of a group no row comes back, and nothing has happened.
 */
const reserveOneStatement = statement(
  'reserve-one',
  `WITH picked AS MATERIALIZED (
    SELECT s.resource_id, s.group_id FROM resource_state s
    WHERE s.pool_id = (SELECT id FROM pool WHERE id = $6::uuid AND ($5::uuid IS NULL OR broker_id = $5::uuid)) AND s.status = 'available' AND ${groupIsFree}
    ORDER BY s.created_at, s.resource_id LIMIT 1 FOR UPDATE OF s SKIP LOCKED
  ), v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at, metadata, key_id)
    SELECT $1::uuid, r.broker_id, 'ACTIVE', 1, ARRAY[r.id], ttl, date_trunc('milliseconds', now()) + ttl * interval '1 s', $3::jsonb, $4::uuid
    FROM picked k JOIN resource r ON r.id = k.resource_id JOIN pool p ON p.id = r.pool_id JOIN resource_type t ON t.id = r.type_id
      CROSS JOIN LATERAL (SELECT coalesce($2::int, r.reservation_ttl, p.reservation_ttl, t.reservation_ttl) AS ttl) AS lasts
    WHERE k.group_id IS NULL
    RETURNING *
  ), moved AS (
    UPDATE resource_state s SET status = 'reserved', reservation_id = v.id, reserved_at = now(), updated_at = now()
    FROM v WHERE s.resource_id = v.resource_ids[1] AND s.status = 'available'
    RETURNING s.resource_id, s.broker_id
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
    SELECT broker_id, '${resourceArrivals.reserved}', 'resource', resource_id, 'available', 'reserved', $4::uuid, jsonb_build_object('reservationId', $1::uuid)
    FROM moved
  )
  SELECT ${reservationColumns} FROM v`,
);

export interface OneWish {
  readonly id: string;
  readonly ttl: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly keyId: string;
  readonly brokerId: string | null;
  readonly poolId: string;
}

/** Reserves the next resource of a pool when it is of no group; undefined when it is, or when there is none that nobody else holds. */
export async function reserveOne(db: Pick<Db, 'query'>, { id, ttl, metadata, keyId, brokerId, poolId }: OneWish): Promise<ReservationRow | undefined> {
  const [row] = await db.query<ReservationRow>(reserveOneStatement, [id, ttl, JSON.stringify(metadata), keyId, brokerId, poolId]);
  return row;
}
