import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { forbidden } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { type BulkOperationTarget, bulkOperationNotFound } from './find-bulk-operation.ts';
import { requestOfBulkOperation } from './request-of-bulk-operation.ts';

const findCreatorStatement = statement(
  'find-creator-of-bulk-operation',
  { bulkId: 'uuid', brokerId: 'uuid?' },
  'SELECT key_id AS "keyId" FROM bulk_operation WHERE id = :bulkId AND (:brokerId IS NULL OR broker_id = :brokerId)',
);

/**
 * Starts a bulk operation that awaits approval. Raises not-found, person-required for a key, because it does not tell
 * who used it, same-person for the person who created it, and invalid-status-transition. The database refuses the same:
 * `another_person_approves`.
 */
export async function approveBulkOperation(db: Db, target: BulkOperationTarget): Promise<BulkOperation> {
  const { caller, bulkId } = target;
  const [creator] = await db.query(findCreatorStatement, {
    bulkId,
    brokerId: caller.brokerId,
  });
  if (!creator) throw bulkOperationNotFound(bulkId);
  if (caller.operator === undefined)
    throw forbidden('Only a person who has signed in to the console approves a bulk operation.', {
      code: 'person-required',
    });
  if (creator.keyId === caller.keyId)
    throw forbidden('You created this bulk operation, so another person must approve it.', { code: 'same-person' });
  return requestOfBulkOperation(db, target, 'approve');
}
