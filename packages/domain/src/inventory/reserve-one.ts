import { naturalBatch } from '@linework/batching/natural-batch';
import { acrossBrokers } from '@linework/db/broker-wall';
import { isConnectionLost } from '@linework/db/database-away';
import type { Db } from '@linework/db/db';
import { isRefusedStatement } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { resourceArrivals } from '@linework/schemas/events';
import { groupIsFree } from './reservation-picks.ts';
import { type ReservationRow, reservationColumns } from './show-reservation.ts';

/** The next in a pool, or the next so many, passing over what others hold. */
const nextInPool = (poolId: string, many: string) => `SELECT s.resource_id, s.group_id, s.pool_id, s.created_at FROM resource_state s
    WHERE s.pool_id = ${poolId} AND s.status = 'available' AND ${groupIsFree}
    ORDER BY s.created_at, s.resource_id LIMIT ${many} FOR UPDATE OF s SKIP LOCKED`;

interface Reserving {
  /** The common table expressions that end in `picked`. */
  readonly picked: string;
  /** What was picked for whom, with `picked k` in it, and the wish: the columns id, ttl, metadata and key_id. */
  readonly from: string;
  readonly wish: (column: 'id' | 'ttl' | 'metadata' | 'key_id') => string;
}

const reserving = ({ picked, from, wish }: Reserving) => `WITH ${picked}, v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, pool_id, reservation_ttl, expires_at, metadata, key_id)
    SELECT ${wish('id')}, r.broker_id, 'ACTIVE', 1, ARRAY[r.id], r.pool_id, lasts.ttl, date_trunc('milliseconds', now()) + lasts.ttl * interval '1 s',
      ${wish('metadata')}, ${wish('key_id')}
    FROM ${from} JOIN resource r ON r.id = k.resource_id JOIN pool p ON p.id = r.pool_id JOIN resource_type t ON t.id = r.type_id
      CROSS JOIN LATERAL (SELECT coalesce(${wish('ttl')}, r.reservation_ttl, p.reservation_ttl, t.reservation_ttl) AS ttl) AS lasts
    WHERE k.group_id IS NULL
    RETURNING *
  ), moved AS (
    UPDATE resource_state s SET status = 'reserved', reservation_id = v.id, reserved_at = now(), updated_at = now()
    FROM v WHERE s.resource_id = v.resource_ids[1] AND s.status = 'available'
    RETURNING s.resource_id, s.broker_id, v.id AS reservation_id, v.key_id
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
    SELECT broker_id, '${resourceArrivals.reserved}', 'resource', resource_id, 'available', 'reserved', key_id,
      jsonb_build_object('reservationId', reservation_id)
    FROM moved
  )
  SELECT ${reservationColumns} FROM v`;

const reserveOneStatement = statement(
  'reserve-one',
  reserving({
    picked: `picked AS MATERIALIZED (${nextInPool('(SELECT id FROM pool WHERE id = $6::uuid AND ($5::uuid IS NULL OR broker_id = $5::uuid))', '1')})`,
    from: 'picked k',
    wish: (column) => ({ id: '$1::uuid', ttl: '$2::int', metadata: '$3::jsonb', key_id: '$4::uuid' })[column],
  }),
);

/** Who comes first has the oldest that could be picked in the pool. */
const reserveOneEachStatement = statement(
  'reserve-one-each',
  reserving({
    picked: `wish AS MATERIALIZED (
      SELECT w.id, w.ttl, w.metadata::jsonb, w.key_id, w.pool_id, row_number() OVER (PARTITION BY w.pool_id ORDER BY w.place) AS turn
      FROM unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[]) WITH ORDINALITY AS w(id, ttl, metadata, key_id, broker_id, pool_id, place)
      WHERE EXISTS (SELECT FROM pool p WHERE p.id = w.pool_id AND (w.broker_id IS NULL OR p.broker_id = w.broker_id))
    ), picked AS MATERIALIZED (
      SELECT s.resource_id, s.group_id, s.pool_id, row_number() OVER (PARTITION BY s.pool_id ORDER BY s.created_at, s.resource_id) AS turn
      FROM (SELECT pool_id, count(*) AS wishes FROM wish GROUP BY pool_id) AS asked CROSS JOIN LATERAL (${nextInPool('asked.pool_id', 'asked.wishes')}) AS s
    )`,
    from: 'wish w JOIN picked k USING (pool_id, turn)',
    wish: (column) => `w.${column}`,
  }),
);

export interface OneWish {
  readonly id: string;
  readonly ttl: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly keyId: string;
  readonly brokerId: string | null;
  readonly poolId: string;
}

type ReserveOne = (wish: OneWish) => Promise<ReservationRow | undefined>;

/** Those who wait behind a database that does not answer are told so with the first. */
const batchOptions = { most: 32, lanes: 2, failsWaiting: isConnectionLost };
const sharedBatch = 'a batch is of many requests, and each wish in it names its own broker';
const batches = new WeakMap<Db, ReserveOne>();

/**
 * Reserves the next resource of a pool when it is of no group; undefined when it is, or when there is none that nobody else holds. The way
 * that nearly every reservation goes, without the parts that groups and quantities need. What is asked for at once, outside a
 * transaction, is reserved by one statement; what came to nothing that way is to be tried with those parts, and alone.
 */
export function reserveOne(db: Db, wish: OneWish): Promise<ReservationRow | undefined> {
  if (db.isTransaction) return reserveAlone(db, wish);
  const inBatch = batches.get(db) ?? naturalBatch((wishes: readonly OneWish[]) => acrossBrokers(sharedBatch, () => reserveOneEach(db, wishes)), batchOptions);
  batches.set(db, inBatch);
  return inBatch(wish);
}

async function reserveAlone(db: Db, { id, ttl, metadata, keyId, brokerId, poolId }: OneWish): Promise<ReservationRow | undefined> {
  const [row] = await db.query<ReservationRow>(reserveOneStatement, [id, ttl, JSON.stringify(metadata), keyId, brokerId, poolId]);
  return row;
}

/** Whether a batch whose connection broke was written is not known: only what was refused for certain is left to be tried alone. */
async function reserveOneEach(db: Db, wishes: readonly OneWish[]): Promise<readonly (ReservationRow | undefined)[]> {
  const [first, second] = wishes;
  if (first && !second) return [await reserveAlone(db, first)];
  const values = [
    wishes.map(({ id }) => id),
    wishes.map(({ ttl }) => ttl),
    wishes.map(({ metadata }) => JSON.stringify(metadata)),
    wishes.map(({ keyId }) => keyId),
    wishes.map(({ brokerId }) => brokerId),
    wishes.map(({ poolId }) => poolId),
  ];
  try {
    const rows = await db.query<ReservationRow>(reserveOneEachStatement, values);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return wishes.map(({ id }) => byId.get(id));
  } catch (error) {
    if (!isRefusedStatement(error)) throw error;
    return wishes.map(() => undefined);
  }
}
