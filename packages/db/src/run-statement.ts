import { inChildSpan } from '@linework/log/tracing/span';
import type pg from 'pg';
import { enforceBrokerScope } from './broker-scope.ts';
import type { AnyStatement, RowOf, StatementLimits } from './statement.ts';

/** The client timeout of a statement is later by this time, so that a responsive server reports the timeout first. */
export const responseGraceMs = 500;

/** The attributes of the span of a statement. */
export const postgresql = { 'db.system.name': 'postgresql' } as const;

/** Runs one statement and returns its rows. One with limits of its own needs a connection that is in a transaction. */
export async function runStatement<Queried extends AnyStatement>(
  connection: pg.Pool | pg.PoolClient,
  statement: Queried,
  given: unknown = {},
): Promise<readonly RowOf<Queried>[]> {
  const { name, text, limits } = statement;
  const values = statement.inOrder(given as never);
  const { timeoutMs } = limits ?? {};
  const query = {
    name,
    text,
    values: values as unknown[],
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs + responseGraceMs }),
  };
  const send = () => inChildSpan(name, { kind: 'client', attributes: postgresql }, () => connection.query(query));
  const { rows } = await enforceBrokerScope(
    text,
    values,
    limits === undefined ? send : () => withLimits(connection, limits, send),
  );
  return rows as RowOf<Queried>[];
}

/** Sets both limits until the end of the transaction, and returns the ones before. */
const setLimits = `WITH earlier AS MATERIALIZED (
    SELECT current_setting('statement_timeout') AS timeout, current_setting('lock_timeout') AS lock_timeout
  )
  SELECT timeout, lock_timeout, set_config('statement_timeout', coalesce($1, timeout), true),
    set_config('lock_timeout', coalesce($2, lock_timeout), true)
  FROM earlier`;

/** After an error the rollback restores the limits, also a rollback to a savepoint. */
async function withLimits<Result>(
  connection: pg.Pool | pg.PoolClient,
  { timeoutMs, lockTimeoutMs }: StatementLimits,
  send: () => Promise<Result>,
) {
  const values = [timeoutMs, lockTimeoutMs].map((ms) => (ms === undefined ? null : `${ms}ms`));
  const { rows } = await connection.query<{ readonly timeout: string; readonly lock_timeout: string }>({
    name: 'set-limits',
    text: setLimits,
    values,
  });
  const result = await send();
  await connection.query({ name: 'set-limits', text: setLimits, values: [rows[0]?.timeout, rows[0]?.lock_timeout] });
  return result;
}
