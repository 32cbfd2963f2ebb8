import { handleWhen, retry } from 'cockatiel';
import type pg from 'pg';
import type { Db } from './database.ts';
import { isRetryable } from './errors.ts';
import type { PrismaOnPool } from './prisma-on-pool.ts';
import { runStatement } from './run-statement.ts';
import type { AnyStatement, RowOf } from './statement.ts';

const policy = retry(handleWhen(isRetryable), { maxAttempts: 3 });

type End = 'COMMIT' | 'ROLLBACK';

interface Connections {
  readonly pool: pg.Pool;
  readonly prisma: PrismaOnPool;
}

/**
 * Runs `work` in a transaction on one connection of the pool. Repeats it after a deadlock or a serialization failure.
 */
export async function inTransaction<Result>(
  { pool, prisma }: Connections,
  work: (tx: Db) => Promise<Result>,
  end: End,
): Promise<Result> {
  const { result, actions } = await policy.execute(async () => {
    const actions: (() => void)[] = [];
    return {
      result: await onConnection(pool, (connection) => tryTransaction(connection, work, { prisma, end, actions })),
      actions,
    };
  });
  if (end === 'COMMIT') for (const action of actions) action();
  return result;
}

/** For a statement that is a transaction of its own: PostgreSQL has undone all of it. */
export const repeatAfterConflict =
  <Result>(run: () => Promise<Result>) =>
  (error: unknown): Promise<Result> => {
    if (!isRetryable(error)) throw error;
    return policy.execute(run);
  };

/** Runs one statement in a transaction of its own, in which its limits are set. */
export function runAlone<Queried extends AnyStatement>(
  pool: pg.Pool,
  statement: Queried,
  values?: unknown,
): Promise<readonly RowOf<Queried>[]> {
  return policy.execute(() =>
    onConnection(pool, async (connection) => {
      await connection.query('BEGIN');
      const rows = await runStatement(connection, statement, values);
      await connection.query('COMMIT');
      return rows;
    }),
  );
}

/**
 * Runs with a connection of the pool. A connection that fails, or whose transaction cannot be ended, is not returned to
 * the pool.
 */
async function onConnection<Result>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a connection that fails between two statements would end the process.
  const recordBreak = (error: Error) => {
    broken = error;
  };
  connection.on('error', recordBreak);
  try {
    return await work(connection);
  } catch (error) {
    await connection.query('ROLLBACK').catch(recordBreak);
    throw error;
  } finally {
    connection.off('error', recordBreak);
    connection.release(broken);
  }
}

interface TransactionEnd {
  readonly prisma: PrismaOnPool;
  readonly end: End;
  readonly actions: (() => void)[];
}

async function tryTransaction<Result>(
  connection: pg.PoolClient,
  work: (tx: Db) => Promise<Result>,
  { prisma, end, actions }: TransactionEnd,
): Promise<Result> {
  await connection.query('BEGIN');
  const result = await work(transactionOn(connection, prisma, actions));
  const { command } = await connection.query(end);
  // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction failed.
  if (command !== end)
    throw new Error(
      'The transaction was rolled back, because one of its statements failed and the error was not thrown.',
    );
  return result;
}

function transactionOn(connection: pg.PoolClient, prisma: PrismaOnPool, actions: (() => void)[]): Db {
  const tx: Db = {
    isTransaction: true,
    get prisma() {
      return prisma.on(connection);
    },
    query: (statement, ...[values]) => runStatement(connection, statement, values),
    transaction: (work) => work(tx),
    withDedicatedConnection: (work) => work(tx),
    async savepoint(work) {
      const ownActions: (() => void)[] = [];
      await connection.query('SAVEPOINT attempt');
      const result = await work(transactionOn(connection, prisma, ownActions)).catch(async (error: unknown) => {
        await connection.query('ROLLBACK TO SAVEPOINT attempt; RELEASE SAVEPOINT attempt');
        throw error;
      });
      await connection.query('RELEASE SAVEPOINT attempt');
      actions.push(...ownActions);
      return result;
    },
    async dryRun(work) {
      await connection.query('SAVEPOINT dry_run');
      try {
        // The callbacks of the dry run are dropped.
        return await work(transactionOn(connection, prisma, []));
      } finally {
        await connection.query('ROLLBACK TO SAVEPOINT dry_run');
      }
    },
    afterCommit: (action) => {
      actions.push(action);
    },
  };
  return tx;
}
