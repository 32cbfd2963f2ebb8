import pg from 'pg';
import { isConnectionLost } from './is-database-unavailable.ts';

type Query = (...request: readonly unknown[]) => unknown;

/**
 * A connection that ends itself when a statement gets no answer in time, or when its server says that it takes no more. Whatever a
 * transaction still asks of it then fails at once, and the pool opens another in its place. The driver alone would keep it: its next
 * statement, a ROLLBACK too, would wait for the full time again.
 */
export class TimedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const timed: Query = (...request) => {
      const result = query(...request);
      // The pool's own statements come with a callback; it closes the connection of every one that fails.
      if (result instanceof Promise) result.catch((error: unknown) => this.#endIfLost(error));
      return result;
    };
    this.query = timed as typeof this.query;
  }

  #endIfLost(error: unknown): void {
    if (isConnectionLost(error)) void this.end();
  }
}
