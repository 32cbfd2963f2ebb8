const attemptLimit = 5;
const deadlockDetected = '40P01';

/**
 * Asks PostgreSQL for one statement again when it lost a deadlock: it has changed nothing then. BullMQ's functions take the rows
 * of finished and of delayed jobs in no order of their own, so that two workers who finish at once can meet.
 */
export async function retryOnDeadlock<Result>(query: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await query();
    } catch (error) {
      if (attempts === attemptLimit || (error as { readonly code?: unknown }).code !== deadlockDetected) throw error;
    }
  }
}
