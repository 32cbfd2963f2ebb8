import { handleWhen, retry } from 'cockatiel';

const deadlockDetected = '40P01';
const policy = retry(
  handleWhen((error: Error & { readonly code?: unknown }) => error.code === deadlockDetected),
  { maxAttempts: 4 },
);

/**
 * Repeats a statement that PostgreSQL aborted because of a deadlock; an aborted statement has changed nothing. BullMQ's
 * functions lock the rows of finished and delayed jobs in no fixed order, so two workers that finish at the same time
 * can deadlock.
 */
export const retryOnDeadlock = <Result>(query: () => Promise<Result>): Promise<Result> => policy.execute(query);
