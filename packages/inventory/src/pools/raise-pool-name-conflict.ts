import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';

/** Raises conflict when another pool of the broker has the name; rethrows any other error. */
export function raisePoolNameConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'pool_broker_id_name_key')) throw error;
  throw conflict('Another pool of this broker has this name.', { code: 'pool-name-taken' });
}
