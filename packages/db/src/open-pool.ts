import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { FairPool } from './fair-pool.ts';
import { responseGraceMs } from './run-statement.ts';
import { createTimedClient } from './timed-client.ts';

export interface PoolOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly applicationName: string;
  readonly idleTimeoutMs: number;
  readonly onIdleError: ((error: Error) => void) | undefined;
}

export interface OpenPool {
  readonly pool: pg.Pool;
  /** Closes every connection, even if the server does not respond. */
  close(): Promise<void>;
}

/** The idle time after which TCP probes a connection, so that a lost host is detected. */
const keepAliveAfterMs = 10_000;
const closeLimitMs = 2_000;

/** Creates a pool with a timeout for connecting, for responses and for closing. It connects on first use. */
export function openPool({
  url,
  poolSize,
  statementTimeoutMs,
  applicationName,
  idleTimeoutMs,
  onIdleError,
}: PoolOptions): OpenPool {
  const pool = new FairPool({
    Client: createTimedClient(statementTimeoutMs + responseGraceMs),
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    // For the wait for a free connection and the opening of a new one together.
    connectionTimeoutMillis: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    idleTimeoutMillis: idleTimeoutMs,
    // Set in the session and not in the pool, so that it applies to Prisma's statements too.
    options:
      `-c statement_timeout=${statementTimeoutMs} ` +
      `-c idle_in_transaction_session_timeout=${statementTimeoutMs * 2}`,
  });
  // The pool replaces an idle connection that fails. Without a listener the error would end the process.
  pool.on('error', (error) => onIdleError?.(error));
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (connection) => {
    // The same holds for a connection that fails while it passes from the pool to its user, whose next statement then
    // fails.
    connection.on('error', () => {});
    open.add(connection);
    connection.once('end', () => open.delete(connection));
  });
  return {
    pool,
    async close() {
      await Promise.race([pool.end(), sleep(closeLimitMs, undefined, { ref: false })]);
      for (const { connection } of open) connection.stream.destroy();
    },
  };
}
