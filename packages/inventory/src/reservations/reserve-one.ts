import { coalesce } from '@linework/batching/coalesce';
import { withoutOwner } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { isGroupAvailable } from './allocation-queries.ts';
import { type ReservationRow, reservationColumns } from './reservation-columns.ts';

/** The next resources of a pool; rows that others have locked are skipped. */
const buildNextInPool = (poolId: string, count: string) => `SELECT s.resource_id, s.group_id, s.pool_id, s.created_at
    FROM resource_state s
    WHERE s.pool_id = ${poolId} AND s.status = 'available' AND ${isGroupAvailable}
    ORDER BY s.created_at, s.resource_id
    LIMIT ${count}
    FOR UPDATE OF s SKIP LOCKED`;

interface ReserveSql {
  /** The common table expressions up to `allocated`. */
  readonly allocatedSql: string;
  /** The FROM clause with `allocated k` and the request, which has the columns id, ttl, metadata and key_id. */
  readonly from: string;
  readonly inputColumn: (column: 'id' | 'ttl' | 'metadata' | 'key_id') => string;
}

const buildReserveSql = ({ allocatedSql, from, inputColumn }: ReserveSql) => `WITH ${allocatedSql}, v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, pool_id, reservation_ttl, expires_at,
      metadata, key_id)
    SELECT ${inputColumn('id')}, r.broker_id, 'ACTIVE', 1, ARRAY[r.id], r.pool_id, duration.ttl,
      date_trunc('milliseconds', now()) + duration.ttl * interval '1 s',
      ${inputColumn('metadata')}, ${inputColumn('key_id')}
    FROM ${from}
    JOIN resource r ON r.id = k.resource_id
    JOIN pool p ON p.id = r.pool_id
    JOIN resource_type t ON t.id = r.type_id
      CROSS JOIN LATERAL (
        SELECT coalesce(${inputColumn('ttl')}, r.reservation_ttl, p.reservation_ttl,
          t.reservation_ttl) AS ttl) AS duration
    WHERE k.group_id IS NULL
    RETURNING *
  ), moved AS (
    UPDATE resource_state s
    SET status = 'reserved', reservation_id = v.id, reserved_at = now(), updated_at = now()
    FROM v
    WHERE s.resource_id = v.resource_ids[1] AND s.status = 'available'
    RETURNING s.resource_id, s.broker_id, v.id AS reservation_id, v.key_id
  ), emitted AS (
    ${insertMove('resource', {
      from: 'available',
      to: 'reserved',
      id: 'resource_id',
      key: 'key_id',
      details: "jsonb_build_object('reservationId', reservation_id)",
    })}
    FROM moved
  )
  SELECT ${reservationColumns} FROM v`;

const visiblePool = '(SELECT id FROM pool WHERE id = :poolId AND (:brokerId IS NULL OR broker_id = :brokerId))';

const reserveOneStatement = statement(
  'reserve-one',
  { id: 'uuid', ttl: 'int?', metadata: 'jsonb', keyId: 'uuid', brokerId: 'uuid?', poolId: 'uuid' },
  buildReserveSql({
    allocatedSql: `allocated AS MATERIALIZED (${buildNextInPool(visiblePool, '1')})`,
    from: 'allocated k',
    inputColumn: (column) => ({ id: ':id', ttl: ':ttl', metadata: ':metadata', key_id: ':keyId' })[column],
  }),
);

/** Requests of a batch get the oldest available resources of their pool in the order of their arrival. */
const reserveOneEachStatement = statement(
  'reserve-one-each',
  { ids: 'uuid[]', ttls: 'int?[]', metadata: 'text[]', keyIds: 'uuid[]', brokerIds: 'uuid?[]', poolIds: 'uuid[]' },
  buildReserveSql({
    allocatedSql: `request AS MATERIALIZED (
      SELECT w.id, w.ttl, w.metadata::jsonb, w.key_id, w.pool_id,
        row_number() OVER (PARTITION BY w.pool_id ORDER BY w.position) AS rank
      FROM unnest(:ids, :ttls, :metadata, :keyIds, :brokerIds, :poolIds) WITH ORDINALITY AS w(id, ttl, metadata, key_id,
        broker_id, pool_id, position)
      WHERE EXISTS (SELECT FROM pool p WHERE p.id = w.pool_id AND (w.broker_id IS NULL OR p.broker_id = w.broker_id))
    ), allocated AS MATERIALIZED (
      SELECT s.resource_id, s.group_id, s.pool_id,
        row_number() OVER (PARTITION BY s.pool_id ORDER BY s.created_at, s.resource_id) AS rank
      FROM (SELECT pool_id, count(*) AS request_count FROM request GROUP BY pool_id) AS requested
        CROSS JOIN LATERAL (${buildNextInPool('requested.pool_id', 'requested.request_count')}) AS s
    )`,
    from: 'request w JOIN allocated k USING (pool_id, rank)',
    inputColumn: (column) => `w.${column}`,
  }),
);

export interface SingleReservationInput {
  readonly id: string;
  readonly ttl: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly keyId: string;
  readonly brokerId: string | null;
  readonly poolId: string;
}

type ReserveOne = (input: SingleReservationInput) => Promise<ReservationRow | undefined>;

/** When the connection is lost, the waiting requests fail together with the batch. */
const batchOptions = { limit: 32, concurrency: 2, rejectsWaiting: isConnectionLost };
const batchReason = 'a batch has many requests, and each one names its own broker';
const coalescers = new WeakMap<Db, ReserveOne>();

/**
 * Reserves the next resource of a pool when it has no group; undefined when it has one, or when no unlocked resource is
 * available. Nearly every reservation takes this path, which needs no SQL for groups and quantities. Concurrent
 * requests outside a transaction are coalesced into one statement; the caller tries a request without a result again
 * with the full statement.
 */
export function reserveOne(db: Db, input: SingleReservationInput): Promise<ReservationRow | undefined> {
  if (db.isTransaction) return reserveSingle(db, input);
  const reserveCoalesced =
    coalescers.get(db) ??
    coalesce(
      (inputs: readonly SingleReservationInput[]) => withoutOwner(batchReason, () => reserveEach(db, inputs)),
      batchOptions,
    );
  coalescers.set(db, reserveCoalesced);
  return reserveCoalesced(input);
}

async function reserveSingle(
  db: Db,
  { id, ttl, metadata, keyId, brokerId, poolId }: SingleReservationInput,
): Promise<ReservationRow | undefined> {
  const [row] = await db.query(reserveOneStatement, { id, ttl, metadata, keyId, brokerId, poolId });
  return row;
}

/**
 * After a lost connection it is unknown whether the batch was written. Only a statement that the database rejected is
 * tried again one by one.
 */
async function reserveEach(
  db: Db,
  inputs: readonly SingleReservationInput[],
): Promise<readonly (ReservationRow | undefined)[]> {
  const [first, second] = inputs;
  if (first && !second) return [await reserveSingle(db, first)];
  const values = {
    ids: inputs.map(({ id }) => id),
    ttls: inputs.map(({ ttl }) => ttl),
    metadata: inputs.map(({ metadata }) => JSON.stringify(metadata)),
    keyIds: inputs.map(({ keyId }) => keyId),
    brokerIds: inputs.map(({ brokerId }) => brokerId),
    poolIds: inputs.map(({ poolId }) => poolId),
  };
  try {
    const rows = await db.query(reserveOneEachStatement, values);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return inputs.map(({ id }) => byId.get(id));
  } catch (error) {
    if (!isRejectedStatement(error)) throw error;
    return inputs.map(() => undefined);
  }
}
