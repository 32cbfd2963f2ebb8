import type { OpenDb } from '@linework/db/db';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import type pg from 'pg';
import { waitUntil } from '../processes/wait-until.ts';

export interface ManyResources {
  readonly brokerIds: readonly string[];
  /** Five pools of each broker, in the order of the brokers. The last of the five has SIMs, the others have numbers. */
  readonly poolIds: readonly string[];
  readonly perPool: number;
}

const brokerCount = 10;
const poolsPerBroker = 5;

/**
 * Fills 50 pools of ten brokers in an empty database with `count` resources, created in 60,000 minutes. The oldest are
 * in use, some are quarantined or reserved, and the newest are available. Triggers and foreign keys are disabled and
 * indexes are created afterwards, so that a million resources take seconds. The counters of the triggers are computed
 * here. There are no events.
 */
export async function manyResources({ pool }: Pick<OpenDb, 'pool'>, count: number): Promise<ManyResources> {
  const perPool = Math.floor(count / (brokerCount * poolsPerBroker));
  const connection = await pool.connect();
  try {
    await connection.query(
      `SET statement_timeout = 0;
       SET session_replication_role = replica;
       SET maintenance_work_mem = '256MB';
       SET jit = off`,
    );
    await connection.query('SET synchronous_commit = off');
    // Autovacuum would keep an old snapshot for a long time; see `vacuum`.
    for (const table of ['resource', 'resource_state'])
      await connection.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await connection.query(insertPools, [msisdnTypeId, simTypeId, brokerCount, poolsPerBroker]);
    const indexes = await dropIndexes(connection);
    await connection.query(insertResources, [perPool]);
    await connection.query(insertStates);
    await connection.query(
      `INSERT INTO pool_count (pool_id, status, delta)
       SELECT pool_id, status, count(*)
       FROM resource_state
       GROUP BY pool_id, status`,
    );
    for (const definition of indexes) await connection.query(definition);
    await waitUntil('every page is all-visible', () => vacuum(connection));
    await connection.query('ANALYZE resource, resource_state, pool, pool_count, reservation');
    const ids = async (text: string) => (await connection.query<{ id: string }>(text)).rows.map(({ id }) => id);
    return {
      brokerIds: await ids('SELECT id FROM broker ORDER BY name'),
      poolIds: await ids('SELECT id FROM pool ORDER BY name'),
      perPool,
    };
  } finally {
    // The connection is closed, because the pool must not reuse its session settings.
    connection.release(true);
  }
}

/**
 * Vacuums the tables, and returns whether every page is marked all-visible. No page is marked while any session has a
 * snapshot from before the rows, such as autovacuum of another table. The planner then chooses other plans.
 */
async function vacuum(connection: pg.PoolClient): Promise<boolean> {
  await connection.query('VACUUM resource, resource_state, pool, pool_count, reservation');
  const { rows } = await connection.query(
    `SELECT 1
     FROM pg_class
     WHERE oid IN ('resource'::regclass, 'resource_state'::regclass) AND relallvisible < relpages`,
  );
  return rows.length === 0;
}

const insertPools = `
  WITH brokers AS (
    INSERT INTO broker (id, name)
    SELECT gen_random_uuid(), 'broker ' || to_char(b, 'FM00')
    FROM generate_series(1, $3::int) b
    RETURNING id, name
  ), reservations AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at)
    SELECT gen_random_uuid(), id, 'ACTIVE', 1, ARRAY[gen_random_uuid()], 86400, now() + interval '1 day'
    FROM brokers
  )
  INSERT INTO pool (id, type_id, broker_id, name)
  SELECT gen_random_uuid(), CASE WHEN p = $4::int THEN $2::uuid ELSE $1::uuid END, brokers.id,
    brokers.name || ' pool ' || p
  FROM brokers, generate_series(1, $4::int) p`;

/**
 * Drops the indexes that no constraint needs, because creating them afterwards is faster. Returns their definitions.
 */
async function dropIndexes(connection: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index
     WHERE indrelid IN ('resource'::regclass, 'resource_state'::regclass)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await connection.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

// The pools are filled in turn, so that their rows are mixed by time and on the disk.
const insertResources = `
  INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes, created_at)
  SELECT ('018f0000-0000-7000-8000-' || lpad(to_hex(n * 50 + p.place), 12, '0'))::uuid, p.id, p.type_id, p.broker_id,
    CASE WHEN p.type_id = '${simTypeId}' THEN '895501' ELSE '+55' END
      || to_char(p.place, 'FM00') || '9' || to_char(n * 7919 % 100000000, 'FM00000000'),
    jsonb_build_object(
      'tier', CASE WHEN n % 50 = 0 THEN 'gold' WHEN n % 5 = 0 THEN 'silver' ELSE 'plain' END,
      'batch', n / 100, 'portable', n % 2 = 0),
    timestamptz '2024-01-01Z' + n * interval '60000 minutes' / $1::int + p.place * interval '1 second'
  FROM generate_series(1, $1::int) n, (SELECT *, row_number() OVER (ORDER BY name) AS place FROM pool) p`;

// The first two fifths of a pool were allocated. Some of them have been released since.
const insertStates = `
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, reservation_id, reserved_at,
    reserved_until, quarantined_at, quarantine_ends_at, updated_at)
  SELECT id, pool_id, s.broker_id, s.created_at, status,
    CASE WHEN status = 'reserved' THEN (SELECT v.id FROM reservation v WHERE v.broker_id = s.broker_id) END,
    CASE WHEN status = 'reserved' THEN now() END,
    CASE WHEN status = 'reserved' THEN (SELECT v.expires_at FROM reservation v WHERE v.broker_id = s.broker_id) END,
    CASE WHEN status = 'quarantined' THEN now() END,
    CASE WHEN status = 'quarantined' THEN now() + interval '90 days' END,
    CASE WHEN status = 'available' THEN s.created_at ELSE s.created_at + chance * interval '1 year' END
  FROM (
    SELECT *, CASE
      WHEN age > 0.4 THEN CASE WHEN chance < 0.993 THEN 'available' ELSE 'reserved' END
      WHEN chance < 0.80 THEN 'active'
      WHEN chance < 0.85 THEN 'suspended'
      WHEN chance < 0.95 THEN 'quarantined'
      ELSE 'decommissioned'
    END AS status
    FROM (
      SELECT *, extract(epoch FROM created_at - timestamptz '2024-01-01Z') / 3600000.0 AS age,
        (hashtext(id::text) & 65535) / 65536.0 AS chance
      FROM resource
    ) r
  ) s`;
