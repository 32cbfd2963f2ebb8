import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FairPool } from './fair-pool.ts';
import { isConnectionLost } from './is-database-unavailable.ts';
import { responseGraceMs } from './run-statement.ts';

type Query = (...request: readonly unknown[]) => unknown;

/**
 * Creates the class of a connection that closes itself when the server does not respond to a statement in time, or
 * rejects further statements. Later statements of the transaction then fail immediately, and the pool opens a new
 * connection. The driver alone would keep the connection, and the next statement, even a ROLLBACK, would wait for the
 * full timeout again.
 *
 * A connection has one timer for all its statements. With a timer for each statement, as in the driver, the statements
 * and their rows outlive several garbage collections: the API used a sixth more of a processor for a request (decision
 * 100).
 */
function createTimedClient(responseLimitMs: number): typeof pg.Client {
  return class TimedClient extends pg.Client {
    #isWaiting = false;
    /** A statement with a timeout of its own has the timer of the driver. */
    #hasOwnTimeout = false;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const timer = setTimeout(() => this.#endIfWaiting(), responseLimitMs).unref();
      // The next statement of the connection starts when the last one has ended.
      this.connection.on('readyForQuery', () => timer.refresh());
      this.on('drain', () => {
        this.#isWaiting = false;
        this.#hasOwnTimeout = false;
      });
      const query = this.query.bind(this) as Query;
      const timed: Query = (...request) => {
        if (!this.#isWaiting) timer.refresh();
        this.#isWaiting = true;
        this.#hasOwnTimeout ||= hasTimeout(request[0]);
        const result = query(...request);
        // Statements of the pool itself use a callback, and the pool closes the connection if one fails.
        if (result instanceof Promise) result.catch((error: unknown) => this.#endIfLost(error));
        return result;
      };
      this.query = timed as typeof this.query;
    }

    #endIfWaiting(): void {
      if (this.#isWaiting && !this.#hasOwnTimeout) this.connection.stream.destroy(new Error('Query read timeout'));
    }

    #endIfLost(error: unknown): void {
      if (isConnectionLost(error)) void this.end();
    }
  };
}

const hasTimeout = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && 'query_timeout' in config;

export interface PoolOptions {
  readonly url: string;
  /** Whether a pooler is at this address. It refuses the settings of a session. */
  readonly isPooled: boolean;
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
  isPooled,
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
    ...(!isPooled && {
      options:
        `-c statement_timeout=${statementTimeoutMs} ` +
        `-c idle_in_transaction_session_timeout=${statementTimeoutMs * 2}`,
    }),
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
