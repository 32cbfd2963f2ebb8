import { getPrismaCause } from './get-prisma-cause.ts';

/** Of the system: the server is not there, or the connection is gone. */
const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** Of PostgreSQL: shutting down or starting, become read-only, too many connections, a statement or transaction that took too long. */
const postgresCodes = ['57P01', '57P02', '57P03', '25006', '53300', '57014', '25P03'];
/** What a server says that goes on with its other statements, and with this connection where there is one. */
const busyCodes = ['53300', '57014'];
/** What the driver says without a code: it waited too long for a connection or an answer, or the connection is closed. */
const driverMessages = [
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/** Whether an error, or one behind it, says that the database cannot be reached, does not answer in time, or takes no changes. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getErrorCode(error);
  if (systemCodes.includes(code) || postgresCodes.includes(code) || code.startsWith('08')) return true;
  return driverMessages.some((words) => error.message.startsWith(words)) || isDatabaseUnavailable(error.cause) || isUnavailableThroughPrisma(error);
}

/** Whether nothing more is to be asked on the connection that raised this: the server does not answer, is gone, or has become read-only. */
export function isConnectionLost(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isBusy(error);
}

/** Whether this, or what is behind it, only says that the server has too much to do. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && (busyCodes.includes(getErrorCode(error)) || isBusy(error.cause));
}

const getErrorCode = (error: Error): string => getPrismaCause(error)?.originalCode ?? (error as NodeJS.ErrnoException).code ?? '';

function isUnavailableThroughPrisma(error: Error): boolean {
  const { kind = '' } = getPrismaCause(error) ?? {};
  return ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'].includes(kind);
}
