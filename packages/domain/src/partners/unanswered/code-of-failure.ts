import { PassingFault, Refusal } from '../../faults.ts';

/** Why a call failed, as a code; what is no answer of the partner's is a fault of ours. */
export function codeOfFailure(error: unknown): string {
  return error instanceof PassingFault || error instanceof Refusal ? error.code : 'internal-error';
}
