import { isDatabaseAway } from '@linework/db/database-away';
import type { Log } from '@linework/log/log';
import { databaseAway } from '@linework/problem-details/make-problem';

/**
 * Makes a function answer 503 where the database is away or too slow, so that a client knows that the same request may
 * succeed soon. The error itself is logged. Any other error passes as it is.
 */
export function translateAway(log: Pick<Log, 'warn'>) {
  return <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      work(...given).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
        log.warn({ err: error }, 'the database is away');
        throw databaseAway();
      });
}
