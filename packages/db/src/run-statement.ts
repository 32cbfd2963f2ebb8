import type pg from 'pg';
import type { Statement } from './statement.ts';

/** Runs one prepared statement, and answers its rows. */
export async function runStatement<Row>(on: pg.Pool | pg.PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await on.query({ name, text, values: values as unknown[] });
  return rows as Row[];
}
