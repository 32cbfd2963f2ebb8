import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationLifecycle } from '@linework/schemas/bulk-operations/bulk-operation.lifecycle';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { type BulkOperationTarget, findBulkOperation } from './find-bulk-operation.ts';

/** Waits for a placing under way, which holds the row; whoever places next sees that it is over. */
const cancelStatement = statement(
  'cancel-bulk-operation',
  `WITH moved AS (
    UPDATE bulk_operation SET status = 'CANCELLING', updated_at = now()
    WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'RUNNING' RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${bulkOperationStatusEvents.CANCELLING}', 'bulk-operation', id, 'RUNNING', 'CANCELLING', $3::uuid FROM moved RETURNING resource_id`,
);

/**
 * Sees to it that no order of a bulk operation is placed once this is answered; those that were placed go on. Raises
 * not-found, and invalid-status-transition when it is not RUNNING.
 */
export function cancelBulkOperation(db: Db, target: BulkOperationTarget): Promise<BulkOperation> {
  const { caller, bulkId } = target;
  return db.transaction(async (tx) => {
    const [cancelled] = await tx.query(cancelStatement, [bulkId, caller.brokerId, caller.keyId]);
    const bulk = await findBulkOperation(tx, target);
    if (cancelled) return bulk;
    const allowed = bulkOperationLifecycle.getRequests(bulk.status);
    throw invalidStatusTransition({ resource: { type: 'bulk-operation', id: bulkId }, currentStatus: bulk.status, requested: 'cancel', allowed });
  });
}
