import { getPrismaCause } from './get-prisma-cause.ts';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const exclusionViolation = '23P01';

/** As many sessions as there may be beside the pool are open. */
export class NoDedicatedConnection extends Error {
  override readonly name = 'NoSessionFree';
}

interface Violation {
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

/** Whether this error is PostgreSQL's word that the unique index or constraint named was hit, raised by `pg` or by Prisma. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = getViolation(error);
  return code === uniqueViolation && constraint === index;
}

/** Whether this error is PostgreSQL's word that what a row points to is not there, or is still pointed to. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const violation = getViolation(error);
  return violation.code === foreignKeyViolation && violation.constraint === constraint;
}

/** Whether this error is PostgreSQL's word that a row would overlap another by the exclusion constraint named. */
export function isExclusionViolation(error: unknown, constraint: string): boolean {
  const violation = getViolation(error);
  return violation.code === exclusionViolation && violation.constraint === constraint;
}

/** Whether the same transaction may well succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  const { code } = getViolation(error);
  return code === serializationFailure || code === deadlockDetected;
}

/** Data exceptions, violated constraints, and transactions that were in each other's way. */
const rejectionCodes = /^(22|23|40)/;

/** Whether PostgreSQL refused the statement and for certain kept nothing of it; of a lost connection that is not known. */
export function isRejectedStatement(error: unknown): boolean {
  return rejectionCodes.test(getViolation(error).code ?? '');
}

function getViolation(error: unknown): Violation {
  if (!(error instanceof Error)) return {};
  const prismaCause = getPrismaCause(error);
  if (prismaCause) return { code: prismaCause.originalCode, constraint: prismaCause.constraint?.index };
  return error as Violation;
}
