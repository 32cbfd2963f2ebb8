import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';

/** Raises conflict for an external code that another subscription of the broker has. Rethrows any other error. */
export function rejectDuplicateExternalCode(error: unknown): never {
  if (!isUniqueViolation(error, 'subscription_broker_id_external_code_key')) throw error;
  throw conflict('Another subscription of this broker has this external code.', { code: 'external-code-taken' });
}
