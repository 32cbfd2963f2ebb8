import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import type { TestPool } from '../a-pool.ts';

/** The values that a test may choose for its reservations. */
export interface ReservationOptions {
  /** The number of resources of each reservation. */
  readonly perReservation?: number;
  /** The time until the first reservation ends, by the time of the database. A negative time is in the past. */
  readonly endsInMs?: number;
  /** The period after it in which the others end, at equal intervals. */
  readonly spreadMs?: number;
}

/** Reserves all resources of a pool, with the events. Returns the ids of the reservations by their end. */
export async function reserveAll(
  db: Pick<Db, 'query'>,
  pool: Pick<TestPool, 'id'>,
  { perReservation = 1, endsInMs = 60_000, spreadMs = 0 }: ReservationOptions = {},
): Promise<readonly string[]> {
  const rows = await db.query(reserveAllStatement, {
    poolId: pool.id,
    perReservation,
    endsInMs,
    spreadMs,
  });
  return rows.map(({ id }) => id);
}

const reserveAllStatement = unprepared(
  'test-reserve-all',
  { poolId: 'uuid', perReservation: 'int', endsInMs: 'float8', spreadMs: 'float8' },
  `WITH pool_resources AS (
    SELECT resource_id, broker_id, gen_random_uuid() AS new_id,
      (row_number() OVER (ORDER BY created_at, resource_id) - 1) / :perReservation AS part, count(*) OVER () AS count
    FROM resource_state
    WHERE pool_id = :poolId AND status = 'available'
  ), share AS MATERIALIZED (
    SELECT resource_id, broker_id, part, first_value(new_id) OVER (PARTITION BY part ORDER BY resource_id) AS id,
      now() + interval '1 ms' * (:endsInMs + :spreadMs * part * :perReservation / count) AS expires_at
    FROM pool_resources
  ), created AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at)
    SELECT id, broker_id, 'ACTIVE', count(*), array_agg(resource_id), greatest(0, :endsInMs / 1000)::int, expires_at
    FROM share
    GROUP BY id, broker_id, expires_at
    RETURNING id
  ), reserved AS (
    UPDATE resource_state s
    SET status = 'reserved', reservation_id = share.id, reserved_at = now(), updated_at = now()
    FROM share
    WHERE s.resource_id = share.resource_id AND (SELECT count(*) FROM created) > 0
  ), events AS (
    ${insertMove('resource', {
      from: 'available',
      to: 'reserved',
      id: 'resource_id',
      details: "jsonb_build_object('reservationId', id)",
    })}
    FROM share
  )
  SELECT id FROM share GROUP BY id, part ORDER BY part`,
).returns<{ id: string }>();
