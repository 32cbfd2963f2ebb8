import type { Log } from '@linework/log/log';
import { unavailable } from '@linework/problem-details/make-problem';

/** Of the system: the server is not there, or the connection is gone. */
const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** Of PostgreSQL: shutting down or starting, too many connections, a statement that took too long. */
const postgresCodes = ['57P01', '57P02', '57P03', '53300', '57014', '25P03'];
/** What the driver says without a code. */
const driverWords = ['Connection terminated', 'timeout exceeded when trying to connect'];

const retryAfterSeconds = 1;

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
        throw unavailable('The database does not answer.', retryAfterSeconds);
      });
}

/** Whether an error, or one behind it, says that the database cannot be reached or does not answer in time. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (systemCodes.includes(code) || postgresCodes.includes(code) || code.startsWith('08')) return true;
  return driverWords.some((words) => message.startsWith(words)) || isDatabaseAway(error.cause) || isAwayBehindPrisma(error);
}

interface PrismaError {
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly kind?: string; readonly originalCode?: string } } };
}

function isAwayBehindPrisma(error: Error): boolean {
  const { kind = '', originalCode = '' } = (error as PrismaError).meta?.driverAdapterError?.cause ?? {};
  return ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'].includes(kind) || postgresCodes.includes(originalCode) || originalCode.startsWith('08');
}
