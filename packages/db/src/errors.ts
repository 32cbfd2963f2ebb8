import { getPrismaCause } from './get-prisma-cause.ts';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const checkViolation = '23514';
const exclusionViolation = '23P01';
const lockNotAvailable = '55P03';
const queryCanceled = '57014';

/** The limit of dedicated connections is reached. */
export class NoDedicatedConnection extends Error {
  override readonly name = 'NoSessionFree';
}

interface Violation {
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

/** Whether an error of `pg` or Prisma is a violation of the unique index or constraint with this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = getViolation(error);
  return code === uniqueViolation && constraint === index;
}

/** Whether an error is a violation of a foreign key. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const violation = getViolation(error);
  return violation.code === foreignKeyViolation && violation.constraint === constraint;
}

/** Whether an error is a violation of the exclusion constraint with this name. */
export function isExclusionViolation(error: unknown, constraint: string): boolean {
  const violation = getViolation(error);
  return violation.code === exclusionViolation && violation.constraint === constraint;
}

/** Whether an error is a violation of the check with this name, also of one that a trigger raises. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const violation = getViolation(error);
  return violation.code === checkViolation && violation.constraint === constraint;
}

/** Whether a statement waited for a lock longer than its limit. */
export const isLockTimeout = (error: unknown): boolean => getViolation(error).code === lockNotAvailable;

/** Whether the server cancelled a statement at the end of its time. */
export const isStatementTimeout = (error: unknown): boolean => getViolation(error).code === queryCanceled;

/** Whether the same transaction may succeed when it is repeated. */
export function isRetryable(error: unknown): boolean {
  const { code } = getViolation(error);
  return code === serializationFailure || code === deadlockDetected;
}

/** Data exceptions, violated constraints, and conflicts between transactions. */
const rejectionCodes = /^(22|23|40)/;

/**
 * Whether PostgreSQL rejected the statement, so that it certainly changed nothing. After a lost connection that is
 * unknown.
 */
export function isRejectedStatement(error: unknown): boolean {
  return rejectionCodes.test(getViolation(error).code ?? '');
}

function getViolation(error: unknown): Violation {
  if (!(error instanceof Error)) return {};
  const prismaCause = getPrismaCause(error);
  if (prismaCause) return { code: prismaCause.originalCode, constraint: prismaCause.constraint?.index };
  return error as Violation;
}
