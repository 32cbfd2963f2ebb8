import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TimedClient } from './timed-client.ts';

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
  /** Closes every connection, also those whose server does not answer the goodbye. */
  close(): Promise<void>;
}

/** For a connection: waiting for a free one and opening a new one, taken together. */
const connectTimeoutMs = 5_000;
/** How much later the client gives a statement up than the server, so that a server that lives is the first to say so. */
const responseGraceMs = 500;
/** A connection that carries nothing is probed after this time, so that a host that vanished is noticed. */
const keepAliveAfterMs = 10_000;
const closeLimitMs = 2_000;

/** Makes a pool whose connections never wait without a limit: to connect, for an answer, or to close. Connects when first used. */
export function openPool({ url, poolSize, statementTimeoutMs, applicationName, idleTimeoutMs, onIdleError }: PoolOptions): OpenPool {
  const pool = new pg.Pool({
    Client: TimedClient,
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + responseGraceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    idleTimeoutMillis: idleTimeoutMs,
    // Set by the session and not by the pool, so that it holds for Prisma's statements too.
    options: `-c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${statementTimeoutMs * 2}`,
  });
  // A connection that breaks while it rests is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => onIdleError?.(error));
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (connection) => {
    // So would one that breaks in the moment in which it passes from the pool to its borrower, who is told by the next statement.
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
