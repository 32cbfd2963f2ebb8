import type pg from 'pg';
import { behindWall } from './broker-wall.ts';
import type { Statement } from './statement.ts';

/** Runs one prepared statement, and answers its rows. */
export async function runStatement<Row>(
  on: pg.Pool | pg.PoolClient,
  { name, text, timeoutMs }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const query = { name, text, values: values as unknown[], ...(timeoutMs !== undefined && { query_timeout: timeoutMs }) };
  const { rows } = await behindWall(text, values, () => on.query(query));
  return rows as Row[];
}
