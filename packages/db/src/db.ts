import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { isWorthAnotherTry } from './errors.ts';
import { PrismaClient } from './generated/client.ts';
import { prismaOnConnection } from './prisma-on-connection.ts';
import type { Statement } from './statement.ts';

/** The database, or one transaction in it: code that is handed a `Db` need not know which. */
export interface Db {
  readonly isTransaction: boolean;
  /** Runs one prepared statement. */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Prisma on the same connections; inside a transaction, part of it. */
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in a transaction, which commits when it resolves. Inside a transaction it joins that one. It is run again
   * after a deadlock or a serialization failure, so `work` touches nothing but the database.
   */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Runs `work` and takes everything it did in the database back, whatever comes of it. */
  rehearse<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Does this once what was done so far is committed: at once outside a transaction, never after a rollback. */
  afterCommit(action: () => void): void;
}

export interface DbOptions {
  readonly url: string;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  readonly applicationName?: string;
  readonly onIdleError?: (error: Error) => void;
}

export interface OpenDb extends Db {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool of connections that the statements of the project and Prisma share. Connects when first used. */
export function openDb({ url, poolSize = 10, statementTimeoutMs = 5_000, applicationName = 'linework', onIdleError }: DbOptions): OpenDb {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    // Set by the session and not by the pool, so that it holds for Prisma's statements too.
    options: `-c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${statementTimeoutMs * 2}`,
  });
  // A connection that breaks while it rests is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => onIdleError?.(error));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    pool,
    prisma,
    isTransaction: false,
    query: (statement, values) => run(pool, statement, values),
    transaction: (work) => inTransaction(pool, work, 'COMMIT'),
    rehearse: (work) => inTransaction(pool, work, 'ROLLBACK'),
    afterCommit: (action) => action(),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function run<Row>(on: pg.Pool | pg.PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await on.query({ name, text, values: values as unknown[] });
  return rows as Row[];
}

const mostTries = 4;

type End = 'COMMIT' | 'ROLLBACK';

async function inTransaction<Result>(pool: pg.Pool, work: (tx: Db) => Promise<Result>, end: End): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const actions: (() => void)[] = [];
    let result: Result;
    try {
      result = await onConnection(pool, (connection) => tryTransaction(connection, work, { end, actions }));
    } catch (error) {
      if (tries === mostTries || !isWorthAnotherTry(error)) throw error;
      continue;
    }
    if (end === 'COMMIT') for (const action of actions) action();
    return result;
  }
}

/** Lends a connection of the pool. One that breaks meanwhile, or cannot be left clean, does not go back to it. */
async function onConnection<Result>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that breaks between two statements would end the process.
  const noteBreak = (error: Error) => {
    broken = error;
  };
  connection.on('error', noteBreak);
  try {
    return await work(connection);
  } catch (error) {
    await connection.query('ROLLBACK').catch(noteBreak);
    throw error;
  } finally {
    connection.off('error', noteBreak);
    connection.release(broken);
  }
}

interface Ending {
  readonly end: End;
  readonly actions: (() => void)[];
}

async function tryTransaction<Result>(connection: pg.PoolClient, work: (tx: Db) => Promise<Result>, { end, actions }: Ending): Promise<Result> {
  await connection.query('BEGIN');
  const result = await work(transactionOn(connection, actions));
  const { command } = await connection.query(end);
  // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction failed.
  if (command !== end) throw new Error('The transaction was not committed: it hid the failure of one of its statements.');
  return result;
}

function transactionOn(connection: pg.PoolClient, actions: (() => void)[]): Db {
  const tx: Db = {
    isTransaction: true,
    get prisma() {
      return prismaOnConnection(connection);
    },
    query: (statement, values) => run(connection, statement, values),
    transaction: (work) => work(tx),
    async rehearse(work) {
      await connection.query('SAVEPOINT rehearsal');
      try {
        // What would be done after the commit is never done.
        return await work(transactionOn(connection, []));
      } finally {
        await connection.query('ROLLBACK TO SAVEPOINT rehearsal');
      }
    },
    afterCommit: (action) => {
      actions.push(action);
    },
  };
  return tx;
}
