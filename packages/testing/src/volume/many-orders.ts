import type { OpenDb } from '@linework/db/db';
import type pg from 'pg';

export interface ManyOrders {
  readonly brokerIds: readonly string[];
  /** A line with orders, a number and an external code. */
  readonly line: { readonly id: string; readonly msisdn: string; readonly externalCode: string };
  /** A bulk operation with 100 items. */
  readonly bulkId: string;
}

const brokerCount = 10;
const lineCount = 20_000;

/**
 * Fills an empty database with `count` orders on 20,000 lines of ten brokers, one per minute. Of 1,000 orders
 * `failedPerThousand` have failed (one of them is superseded), five are cancelled, and the others are completed. The
 * last 2,000 are open. Triggers and foreign keys are disabled, and there are no steps and events.
 */
export async function manyOrders(
  { pool }: Pick<OpenDb, 'pool'>,
  count: number,
  { failedPerThousand = 3 } = {},
): Promise<ManyOrders> {
  const connection = await pool.connect();
  try {
    await connection.query(
      `SET statement_timeout = 0;
       SET session_replication_role = replica;
       SET maintenance_work_mem = '256MB';
       SET jit = off`,
    );
    await connection.query('SET synchronous_commit = off');
    await connection.query(insertBrokers, [brokerCount]);
    await connection.query(insertLines, [lineCount, brokerCount]);
    const indexes = await dropIndexes(connection);
    await connection.query(insertOrders, [count, lineCount, failedPerThousand]);
    for (const definition of indexes) await connection.query(definition);
    await connection.query(insertFailures);
    const { rows } = await connection.query<{ id: string }>(insertBulkOperation);
    await connection.query('VACUUM ANALYZE orders, order_failure, line, broker, bulk_operation, bulk_item');
    const brokers = await connection.query<{ id: string }>('SELECT id FROM broker ORDER BY name');
    const [line] = (
      await connection.query('SELECT id, msisdn, external_code AS "externalCode" FROM line ORDER BY id LIMIT 1')
    ).rows;
    return { brokerIds: brokers.rows.map(({ id }) => id), line, bulkId: rows[0]?.id ?? '' };
  } finally {
    // The connection is closed, because the pool must not reuse its session settings.
    connection.release(true);
  }
}

/**
 * Drops the indexes that no constraint needs, because creating them afterwards is faster. Returns their definitions.
 */
async function dropIndexes(connection: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index
     WHERE indrelid = 'orders'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await connection.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

const insertBrokers = `INSERT INTO broker (id, name)
  SELECT ('018f0000-0000-7000-8001-' || lpad(to_hex(b), 12, '0'))::uuid, 'broker ' || to_char(b, 'FM00')
  FROM generate_series(1, $1::int) b`;

const insertLines = `
  INSERT INTO line (id, broker_id, status, msisdn, iccid, imsi, holder_id, external_code)
  SELECT ('018f0000-0000-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('018f0000-0000-7000-8001-' || lpad(to_hex(n % $2 + 1), 12, '0'))::uuid,
    'ACTIVE', '+55119' || to_char(n, 'FM00000000'), '89550100000' || to_char(n, 'FM00000000'),
    '7240500' || to_char(n, 'FM00000000'), gen_random_uuid(), 'code-' || n
  FROM generate_series(1, $1::int) n`;

// The lines get orders in turn, so that the orders of one line are far apart on the disk. The last 2,000 are on 2,000
// lines.
const insertOrders = `
  INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, due_at,
    failed_at, superseded_by, created_at, updated_at, settled_at)
  SELECT ('018f0000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid, l.broker_id, 'LINE_BLOCK', o.status, 'line',
    l.id, l.external_code, 'correlation ' || n % 1000,
    CASE WHEN o.status = 'PENDING' THEN now() + interval '1 hour' END,
    CASE WHEN o.status = 'FAILED' THEN changed_at END,
    CASE WHEN n % 1000 = 2 AND o.status = 'FAILED' THEN gen_random_uuid() END,
    placed_at, changed_at, CASE WHEN o.status <> 'PENDING' THEN changed_at END
  FROM (
    SELECT n, ('018f0000-0000-7000-8002-' || lpad(to_hex(n % $2 + 1), 12, '0'))::uuid AS line_id,
      timestamptz '2024-01-01Z' + n * interval '1 minute' AS placed_at,
      timestamptz '2024-01-01Z' + n * interval '1 minute'
      + (hashtext(n::text) & 65535) * interval '1 second' AS changed_at,
      CASE
        WHEN n > $1 - 2000 THEN 'PENDING'
        WHEN n % 1000 < $3::int THEN 'FAILED'
        WHEN n % 1000 < $3::int + 5 THEN 'CANCELLED'
        ELSE 'COMPLETED'
      END AS status
    FROM generate_series(1, $1::int) n
  ) o JOIN line l ON l.id = o.line_id`;

const insertFailures = `
  INSERT INTO order_failure (order_id, step, error_code)
  SELECT id, 'LINE_BLOCK.SUSPEND_NETWORK',
    CASE WHEN row_number() OVER (ORDER BY id) % 10 = 0 THEN 'unknown-subscriber' ELSE 'timeout' END
  FROM orders
  WHERE status = 'FAILED'`;

const insertBulkOperation = `
  WITH chosen AS (
    SELECT id, resource_id, broker_id, row_number() OVER (ORDER BY id) - 1 AS position
    FROM orders
    WHERE broker_id = '018f0000-0000-7000-8001-000000000001' AND status = 'COMPLETED'
    ORDER BY id
    LIMIT 100
  ), bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id)
    VALUES (gen_random_uuid(), '018f0000-0000-7000-8001-000000000001', 'block', 'RUNNING', 100, gen_random_uuid(),
      'many')
    RETURNING id
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, line_id, order_id)
    SELECT bulk.id, position, gen_random_uuid(), chosen.id
    FROM chosen, bulk
  )
  SELECT id FROM bulk`;
