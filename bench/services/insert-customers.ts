import type pg from 'pg';

/** The records of one customer that are copied. */
export interface Customer {
  readonly holderId: string;
  readonly lineId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
}

/**
 * Inserts `count` customers, each with a line, a contract and an invoice that are copies of those of one customer, of
 * the past year. It bypasses triggers and foreign keys, so that a million take a few minutes. Only for a database of a
 * benchmark.
 */
export async function insertCustomers(pool: pg.Pool, { holderId, ...one }: Customer, count: number): Promise<void> {
  const connection = await pool.connect();
  const copy = async (table: string, id: string, changed: string) => copyRow(connection, { table, id, changed, count });
  try {
    await connection.query(
      'set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off; set jit = off',
    );
    const customer = `'customer_id', ${idOf('holder')}, 'subscription_id', ${idOf('subscription')}`;
    await copy('holder', holderId, `'name', 'Holder ' || n, 'federal_tax_id', lpad(n::text, 11, '0')`);
    await copy('subscription', one.subscriptionId, `'customer_id', ${idOf('holder')}`);
    const codes = `'iccid', '89550199' || lpad(n::text, 11, '0'), 'imsi', '72488' || lpad(n::text, 10, '0'),
      'msisdn', '+55219' || lpad(n::text, 8, '0')`;
    const owners = `'holder_id', ${idOf('holder')}, 'subscription_id', ${idOf('subscription')}`;
    await copy('line', one.lineId, `${owners}, ${codes}`);
    await copy('invoice', one.invoiceId, customer);
    // All lines seem to have changed just now, which no installation of this size has when its days are counted.
    await connection.query(
      'insert into line_count_day (day) select current_date - n from generate_series(1, 31) n on conflict do nothing',
    );
    await connection.query('vacuum analyze holder, subscription, line, invoice');
  } finally {
    // The settings of this session must not return to the pool.
    connection.release(true);
  }
}

/** The id of the n-th copy of a row of a table, by which its other tables name it. */
const idOf = (table: string): string => `md5('${table}' || n)::uuid`;

interface Copies {
  readonly table: string;
  readonly id: string;
  /** The members of the copies that differ, as arguments of jsonb_build_object. */
  readonly changed: string;
  readonly count: number;
}

async function copyRow(connection: pg.PoolClient, { table, id, changed, count }: Copies): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await connection.query(
    `insert into ${table} (${columns})
     select ${columns}
     from generate_series(1, $2::int) n, lateral (
       select copied.*
       from ${table} t, jsonb_populate_record(t, jsonb_build_object('id', ${idOf(table)}, 'external_code', 'copy-' || n,
         'created_at', now() - interval '1 year' * (n / $2::float8), ${changed})) copied
       where t.id = $1
       offset 0
     ) copies`,
    [id, count],
  );
}
