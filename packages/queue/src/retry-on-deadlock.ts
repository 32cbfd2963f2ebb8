const attemptLimit = 5;
const deadlockDetected = '40P01';

/**
 * Repeats a statement that PostgreSQL aborted because of a deadlock; an aborted statement has changed nothing. BullMQ's functions lock
 * the rows of finished and delayed jobs in no fixed order, so two workers that finish at the same time can deadlock.
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
