import pg from 'pg';
import { isConnectionLost } from './is-database-unavailable.ts';

type Query = (...request: readonly unknown[]) => unknown;

/**
 * A connection that closes itself when a statement times out, or when the server rejects further statements. Later statements of the
 * transaction then fail immediately, and the pool opens a new connection. The driver alone would keep the connection, and the next
 * statement, even a ROLLBACK, would wait for the full timeout again.
 */
export class TimedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const timed: Query = (...request) => {
      const result = query(...request);
      // Statements of the pool itself use a callback, and the pool closes the connection if one fails.
      if (result instanceof Promise) result.catch((error: unknown) => this.#endIfLost(error));
      return result;
    };
    this.query = timed as typeof this.query;
  }

  #endIfLost(error: unknown): void {
    if (isConnectionLost(error)) void this.end();
  }
}
