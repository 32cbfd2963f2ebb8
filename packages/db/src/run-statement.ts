import type pg from 'pg';
import { enforceBrokerScope } from './broker-scope.ts';
import type { Statement } from './statement.ts';

/** Runs one prepared statement and returns its rows. */
export async function runStatement<Row>(
  connection: pg.Pool | pg.PoolClient,
  { name, text, timeoutMs }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const query = { name, text, values: values as unknown[], ...(timeoutMs !== undefined && { query_timeout: timeoutMs }) };
  const { rows } = await enforceBrokerScope(text, values, () => connection.query(query));
  return rows as Row[];
}
