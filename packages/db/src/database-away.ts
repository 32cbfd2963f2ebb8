import { causeBehindPrisma } from './cause-behind-prisma.ts';

/** Of the system: the server is not there, or the connection is gone. */
const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** Of PostgreSQL: shutting down or starting, too many connections, a statement that took too long. */
const postgresCodes = ['57P01', '57P02', '57P03', '53300', '57014', '25P03'];
/** What the driver says without a code. */
const driverWords = ['Connection terminated', 'timeout exceeded when trying to connect', 'Client has encountered a connection error', 'Client was closed'];

/** Whether an error, or one behind it, says that the database cannot be reached or does not answer in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (systemCodes.includes(code) || postgresCodes.includes(code) || code.startsWith('08')) return true;
  return driverWords.some((words) => message.startsWith(words)) || isDatabaseAway(error.cause) || isAwayBehindPrisma(error);
}

function isAwayBehindPrisma(error: Error): boolean {
  const { kind = '', originalCode = '' } = causeBehindPrisma(error) ?? {};
  return ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'].includes(kind) || postgresCodes.includes(originalCode) || originalCode.startsWith('08');
}
