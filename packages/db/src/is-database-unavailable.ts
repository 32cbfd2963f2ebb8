import { getPrismaCause } from './get-prisma-cause.ts';

/** Codes of the system: the server is not reachable, or the connection is lost. */
const systemCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Codes of PostgreSQL: shutting down, starting, read-only, too many connections, statement or transaction timeout. */
const postgresCodes = ['57P01', '57P02', '57P03', '25006', '53300', '57014', '25P03'];
/** Codes of a server that still processes other statements, and whose connection stays usable. */
const busyCodes = ['53300', '57014'];
/** Messages of the driver without a code: a timeout for a connection or a response, or a closed connection. */
const driverMessages = [
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/**
 * Whether an error or one of its causes means that the database is not reachable, does not respond in time, or accepts
 * no changes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getErrorCode(error);
  if (systemCodes.includes(code) || postgresCodes.includes(code) || code.startsWith('08')) return true;
  return (
    driverMessages.some((words) => error.message.startsWith(words)) ||
    isDatabaseUnavailable(error.cause) ||
    isUnavailableThroughPrisma(error)
  );
}

/**
 * Whether the connection of this error must not be used again: the server does not respond, has disconnected, or has
 * become read-only.
 */
export function isConnectionLost(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isBusy(error);
}

/** Whether an error or one of its causes only means that the server is overloaded. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && (busyCodes.includes(getErrorCode(error)) || isBusy(error.cause));
}

const getErrorCode = (error: Error): string =>
  getPrismaCause(error)?.originalCode ?? (error as NodeJS.ErrnoException).code ?? '';

function isUnavailableThroughPrisma(error: Error): boolean {
  const { kind = '' } = getPrismaCause(error) ?? {};
  return ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'].includes(kind);
}
