import pg from 'pg';
import { isConnectionLost } from './is-database-unavailable.ts';

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
export function createTimedClient(responseLimitMs: number): typeof pg.Client {
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
