import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import type { Log } from '@linework/log/log';
import { databaseUnavailable } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';

/**
 * Makes a function answer 503 where the database is away or too slow, so that a client knows that the same request may
 * succeed soon. The error itself is logged. A problem that says more of it passes, and so does any other error.
 */
export function unavailableTranslator(log: Pick<Log, 'warn'>) {
  return <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      work(...given).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error }, 'the database is away');
        throw error instanceof Problem ? error : databaseUnavailable(error);
      });
}
