import type pg from 'pg';

/**
 * Makes one of ten orders of the past a failed one that waits for a decision, with its error. It bypasses triggers,
 * like `insertPastOrders`. Returns how many failed.
 */
export async function failPastOrders(pool: pg.Pool): Promise<number> {
  const connection = await pool.connect();
  try {
    await connection.query(
      'set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off; set jit = off',
    );
    const { rowCount } = await connection.query(failOneOfTen);
    await connection.query('vacuum analyze orders, order_step, order_failure');
    return rowCount ?? 0;
  } finally {
    // The settings of this session must not return to the pool.
    connection.release(true);
  }
}

const failOneOfTen = `
  with failing as materialized (
    select id, type, error_code
    from (
      select id, type, row_number() over (order by id) as n
      from orders
      where status = 'COMPLETED' and created_at < now() - interval '12 hours') past,
      lateral (
        select (array['timeout', 'unavailable', 'locked', 'HLR_UNKNOWN_SUBSCRIBER', 'imsi-exists'])
          [1 + (n / 10) % 5] as error_code) e
    where n % 10 = 0
  ), steps as (
    update order_step s
    set status = 'FAILED', failed_at = s.started_at, finished_at = null,
      error = jsonb_build_object('code', error_code, 'message', 'refused')
    from failing where s.order_id = failing.id and s.position = 1
  ), failures as (
    insert into order_failure (order_id, step, error_code) select id, type || '.STEP_1', error_code from failing
  )
  update orders o set status = 'FAILED', failed_at = o.updated_at from failing where o.id = failing.id`;
