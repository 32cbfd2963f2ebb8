import type pg from 'pg';

interface Lines {
  readonly brokerId: string;
  readonly lineIds: readonly string[];
  /** The orders have these types in turn. */
  readonly types?: readonly string[];
}

/**
 * Inserts `count` orders that were completed in the past year, of these lines in turn, each with three steps and three
 * events. Returns the ids of a thousand of them. It bypasses triggers and foreign keys, so that a million orders take
 * half a minute or more. Only for a database of a benchmark.
 */
export async function insertPastOrders(
  pool: pg.Pool,
  { brokerId, lineIds, types = ['BENCH'] }: Lines,
  count: number,
): Promise<readonly string[]> {
  const connection = await pool.connect();
  try {
    await connection.query(
      'set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off; set jit = off',
    );
    // Made anew afterwards, which is faster. Those of constraints stay. An index of a partitioned table is said to be
    // on that table only.
    const { rows: indexes } = await connection.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name,
         replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index
       where indrelid in ('orders'::regclass, 'order_step'::regclass, 'event'::regclass)
         and not exists (select from pg_constraint where conindid = indexrelid)`,
    );
    for (const { name } of indexes) await connection.query(`drop index ${name}`);
    for (let from = 1; from <= count; from += ordersAtOnce) {
      await connection.query(insertOrders, [
        brokerId,
        lineIds,
        from,
        Math.min(count, from + ordersAtOnce - 1),
        count,
        types,
      ]);
    }
    await connection.query("set maintenance_work_mem = '1GB'");
    for (const { definition } of indexes) await connection.query(definition);
    const { rows: invalid } = await connection.query<{ name: string }>(
      `select indexrelid::regclass::text as name
       from pg_index
       where indrelid in ('orders'::regclass, 'order_step'::regclass, 'event'::regclass) and not indisvalid`,
    );
    if (invalid.length > 0)
      throw new Error(`These indexes are not whole: ${invalid.map(({ name }) => name).join(', ')}.`);
    await connection.query('vacuum analyze orders, order_step, event');
    const { rows } = await connection.query<{ id: string }>(
      "select id from orders where status = 'COMPLETED' order by random() limit 1000",
    );
    return rows.map(({ id }) => id);
  } finally {
    // The settings of this session must not return to the pool.
    connection.release(true);
  }
}

const ordersAtOnce = 50_000;

/**
 * Ids of version 7, like those of new orders. They begin with the time, so the index has them in the order of creation.
 */
const insertOrders = `
  with past as materialized (
    select n, at,
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid as id
    from generate_series($3::int, $4::int) n,
      lateral (select now() - interval '1 year' + interval '364 days' * (n / $5::float8) as at) a
  ), placed as (
    insert into orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id,
      previous_status, epoch, acquired_epoch, created_at, updated_at, settled_at)
    select id, $1::uuid, ($6::text[])[1 + n % cardinality($6::text[])], 'COMPLETED', 'line',
      ($2::uuid[])[1 + n % cardinality($2::uuid[])], '', id, 'ACTIVE', 1, 1, at, at, at
    from past
  ), steps as (
    insert into order_step (order_id, position, code, action_code, status, attempt, attempt_limit, undo_attempt_limit,
      started_at, finished_at)
    select id, position, 'STEP_' || position, 'bench.step', 'SUCCESS', 1, 5, 5, at, at
    from past, generate_series(0, 2) position
  )
  insert into event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, at)
  select $1::uuid, 'order.' || lower(status), 'order', id, null, status, id, at
  from past, unnest(array['PENDING', 'IN_PROGRESS', 'COMPLETED']) status`;
