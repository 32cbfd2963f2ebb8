import type { QueryClient } from '@tanstack/react-query';
import { type Changes, isAffected, joinChanges } from './affected-queries.ts';

/**
 * Returns a function that asks again for what the page shows and what may have changed. Only one round runs at a time:
 * what changes meanwhile waits for the next one, so that a slow server gets no second question before it has answered
 * the first, and nothing is missed.
 */
export function createAskAgain(client: Pick<QueryClient, 'invalidateQueries'>): (changes: Changes) => void {
  let waiting: Changes | undefined;
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting !== undefined) {
      const changes = waiting;
      waiting = undefined;
      await client
        .invalidateQueries({ predicate: ({ queryKey }) => isAffected(queryKey, changes) })
        .catch(() => undefined);
    }
    isRunning = false;
  }

  return (changes) => {
    waiting = waiting === undefined ? changes : joinChanges(waiting, changes);
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}
