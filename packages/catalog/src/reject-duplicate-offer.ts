import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';

/** Raises conflict when another offer of the broker has the external code. Rethrows any other error. */
export function rejectDuplicateOffer(error: unknown): never {
  if (!isUniqueViolation(error, 'offer_broker_id_external_code_key')) throw error;
  throw conflict('Another offer of this broker has this external code.', { code: 'external-code-taken' });
}
