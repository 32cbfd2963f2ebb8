import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationLifecycle } from '@linework/schemas/bulk-operations/bulk-operation.lifecycle';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { type BulkOperationTarget, findBulkOperation } from './find-bulk-operation.ts';

/** Waits for a transaction that is placing orders, because it locks the row. The next one to place orders sees the new status. */
const cancelStatement = statement(
  'cancel-bulk-operation',
  `WITH moved AS (
    UPDATE bulk_operation
    SET status = 'CANCELLING', updated_at = now()
    WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'RUNNING'
    RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${bulkOperationStatusEvents.CANCELLING}', 'bulk-operation', id, 'RUNNING', 'CANCELLING', $3::uuid
  FROM moved
  RETURNING resource_id`,
);

/**
 * Stops a bulk operation: no order of it is placed after the response. Orders that were placed continue. Raises not-found, and
 * invalid-status-transition when the operation is not RUNNING.
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
