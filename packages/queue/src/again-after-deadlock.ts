const mostTries = 5;
const deadlockDetected = '40P01';

/**
 * Asks PostgreSQL for one statement again when it lost a deadlock: it has changed nothing then. BullMQ's functions take the rows
 * of finished and of delayed jobs in no order of their own, so that two workers who finish at once can meet.
 */
export async function againAfterDeadlock<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === mostTries || (error as { readonly code?: unknown }).code !== deadlockDetected) throw error;
    }
  }
}
