import { PermanentError, TransientError } from '../../system-errors.ts';

/** Why a call failed, as a code; what is no answer of the partner's is a fault of ours. */
export function getFailureCode(error: unknown): string {
  return error instanceof TransientError || error instanceof PermanentError ? error.code : 'internal-error';
}
