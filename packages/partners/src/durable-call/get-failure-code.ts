import { PermanentError, TransientError } from '@linework/engine/model/system-errors';

/** The code of a failure. An error that is not from the partner is an internal error. */
export function getFailureCode(error: unknown): string {
  return error instanceof TransientError || error instanceof PermanentError ? error.code : 'internal-error';
}
