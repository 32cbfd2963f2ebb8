import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import type { Log } from '@linework/log/log';
import { databaseUnavailable } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';

/**
 * Wraps a function so that an unavailable or too slow database becomes a 503. The client then knows that the same
 * request may succeed soon. The error is logged. A more specific problem and any other error pass unchanged.
 */
export function unavailableTranslator(log: Pick<Log, 'warn'>) {
  return <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      work(...given).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error }, 'database not reachable or too slow; the request is answered with 503');
        throw error instanceof Problem ? error : databaseUnavailable(error);
      });
}
