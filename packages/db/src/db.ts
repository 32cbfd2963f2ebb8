import type pg from 'pg';
import type { Db } from './database.ts';
import { NoDedicatedConnection } from './errors.ts';
import { inTransaction, repeatAfterConflict, runAlone } from './in-transaction.ts';
import { openPool } from './open-pool.ts';
import { prismaOnPool } from './prisma-on-pool.ts';
import { runStatement } from './run-statement.ts';

export type { Db } from './database.ts';

export interface DbOptions {
  readonly url: string;
  /**
   * The address of the server itself, if `url` leads to a connection pooler. A pooler in transaction mode gives each
   * transaction another session, so its sessions have the time limits of the role, and dedicated connections go past
   * it.
   */
  readonly directUrl?: string | undefined;
  readonly poolSize?: number;
  /** The programs set STATEMENT_TIMEOUT_MS. The default is one minute, so that tests pass on a busy machine. */
  readonly statementTimeoutMs?: number;
  readonly applicationName?: string;
  /** The time after which an idle connection is closed; 0 means never. */
  readonly idleTimeoutMs?: number;
  readonly onIdleError?: (error: Error) => void;
}

export interface OpenDb extends Db {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a connection pool that the statements of the project and Prisma share. It connects on first use. With the usual
 * timeout, an unresponsive server causes an error within 6 s, for a connection and for a statement.
 */
export function openDb(options: DbOptions): OpenDb {
  const {
    url,
    directUrl,
    poolSize = 10,
    statementTimeoutMs = 60_000,
    applicationName = 'linework',
    idleTimeoutMs = 10_000,
    onIdleError,
  } = options;
  const isPooled = directUrl !== undefined;
  const { pool, close } = openPool({
    url,
    isPooled,
    poolSize,
    statementTimeoutMs,
    applicationName,
    idleTimeoutMs,
    onIdleError,
  });
  const prisma = prismaOnPool(pool);
  let dedicatedConnections = 0;
  return {
    pool,
    get prisma() {
      return prisma.client;
    },
    isTransaction: false,
    query: (statement, ...[values]) =>
      statement.limits === undefined
        ? runStatement(pool, statement, values).catch(repeatAfterConflict(() => runStatement(pool, statement, values)))
        : runAlone(pool, statement, values),
    transaction: (work) => inTransaction({ pool, prisma }, work, 'COMMIT'),
    savepoint: (work) => inTransaction({ pool, prisma }, work, 'COMMIT'),
    dryRun: (work) => inTransaction({ pool, prisma }, work, 'ROLLBACK'),
    async withDedicatedConnection(work) {
      if (dedicatedConnections === dedicatedConnectionLimit)
        throw new NoDedicatedConnection(`${dedicatedConnectionLimit} dedicated connections are open already.`);
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

/** Each is one connection more than the size of the pool, for as long as its client sends data. */
const dedicatedConnectionLimit = 4;

async function withDedicatedConnection<Result>(
  { directUrl, ...options }: DbOptions,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const session = openDb({ ...options, url: directUrl ?? options.url, poolSize: 1, idleTimeoutMs: 0 });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
