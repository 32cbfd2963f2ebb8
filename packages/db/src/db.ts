import type pg from 'pg';
import { NoDedicatedConnection } from './errors.ts';
import type { PrismaClient } from './generated/client.ts';
import { inTransaction } from './in-transaction.ts';
import { openPool } from './open-pool.ts';
import { prismaOnPool } from './prisma-on-pool.ts';
import { runStatement } from './run-statement.ts';
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
  /** Runs `work` and takes what it did in the database back when it fails. A transaction around it can go on all the same. */
  savepoint<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Runs `work` and takes everything it did in the database back, whatever comes of it. */
  dryRun<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /**
   * Lends a database whose statements all run on one connection, opened for `work` alone and closed after it: for what lives in a
   * session, such as temporary tables, while nobody else waits for a connection. Inside a transaction it is that one. Raises
   * `NoSessionFree` while four others are open.
   */
  withDedicatedConnection<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Does this once what was done so far is committed: at once outside a transaction, never after a rollback. */
  afterCommit(action: () => void): void;
}

export interface DbOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** The programs set theirs (STATEMENT_TIMEOUT_MS); without it a minute, so that tests pass on a machine that is busy. */
  readonly statementTimeoutMs?: number;
  readonly applicationName?: string;
  /** How long a connection that nobody uses is kept; 0 is for ever. */
  readonly idleTimeoutMs?: number;
  readonly onIdleError?: (error: Error) => void;
}

export interface OpenDb extends Db {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a pool of connections that the statements of the project and Prisma share. Connects when first used. A server that does not
 * answer is an error within 6 s with the usual time-out: nothing waits longer than that for a connection or for a statement.
 */
export function openDb(options: DbOptions): OpenDb {
  const { url, poolSize = 10, statementTimeoutMs = 60_000, applicationName = 'linework', idleTimeoutMs = 10_000, onIdleError } = options;
  const { pool, close } = openPool({ url, poolSize, statementTimeoutMs, applicationName, idleTimeoutMs, onIdleError });
  const prisma = prismaOnPool(pool);
  let dedicatedConnections = 0;
  return {
    pool,
    get prisma() {
      return prisma.client;
    },
    isTransaction: false,
    query: (statement, values) => runStatement(pool, statement, values),
    transaction: (work) => inTransaction({ pool, prisma }, work, 'COMMIT'),
    savepoint: (work) => inTransaction({ pool, prisma }, work, 'COMMIT'),
    dryRun: (work) => inTransaction({ pool, prisma }, work, 'ROLLBACK'),
    async withDedicatedConnection(work) {
      if (dedicatedConnections === dedicatedConnectionLimit) throw new NoDedicatedConnection(`${dedicatedConnectionLimit} sessions are open.`);
      dedicatedConnections += 1;
      try {
        return await withDedicatedConnection(options, work);
      } finally {
        dedicatedConnections -= 1;
      }
    },
    afterCommit: (action) => action(),
    async close() {
      await prisma.close();
      await close();
    },
  };
}

/** Each is a connection more than the pool's size, for as long as a client takes. */
const dedicatedConnectionLimit = 4;

async function withDedicatedConnection<Result>(options: DbOptions, work: (db: Db) => Promise<Result>): Promise<Result> {
  const session = openDb({ ...options, poolSize: 1, idleTimeoutMs: 0 });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
