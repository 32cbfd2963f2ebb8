import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';

/** Raises conflict where a pool's name was refused because another pool of its broker has it; any other error passes as it is. */
export function raisePoolNameConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'pool_broker_id_name_key')) throw error;
  throw conflict('Another pool of this broker has this name.', { code: 'pool-name-taken' });
}
