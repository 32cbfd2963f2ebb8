import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import type { RequestOf } from '@linework/lifecycle/define-lifecycle';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationStatusEvents, type EventType, eventType } from '@linework/schemas/events';
import { bulkOperationLifecycle } from '@linework/schemas/lifecycles/bulk-operation.lifecycle';
import { type BulkOperationTarget, findBulkOperation } from './find-bulk-operation.ts';

export type BulkRequest = RequestOf<typeof bulkOperationLifecycle>;

const { RUNNING: _started, ...statusEvents } = bulkOperationStatusEvents;

/** The event of each request. Two of them lead to RUNNING, so they have events of their own. */
const events = {
  cancel: statusEvents.CANCELLING,
  pause: statusEvents.PAUSED,
  resume: eventType('bulk_operation.resumed'),
  approve: eventType('bulk_operation.approved'),
} satisfies Readonly<Record<BulkRequest, EventType>>;

/**
 * Waits for a transaction that is placing orders, because it locks the row. The next one to place orders sees the new
 * status.
 */
const moveStatement = statement(
  'move-bulk-operation',
  {
    bulkId: 'uuid',
    brokerId: 'uuid?',
    keyId: 'uuid',
    sources: 'text[]',
    to: 'text?',
    event: 'text',
    isApproval: 'boolean',
  },
  `WITH source AS (
    SELECT id, status
    FROM bulk_operation
    WHERE id = :bulkId AND (:brokerId IS NULL OR broker_id = :brokerId) AND status = ANY(:sources)
    FOR NO KEY UPDATE
  ), moved AS (
    UPDATE bulk_operation b
    SET status = :to, updated_at = now(),
      approved_by = CASE WHEN :isApproval THEN :keyId ELSE b.approved_by END,
      approved_at = CASE WHEN :isApproval THEN now() ELSE b.approved_at END,
      approved_orders_per_minute = CASE WHEN :isApproval THEN b.orders_per_minute ELSE b.approved_orders_per_minute END
    FROM source
    WHERE b.id = source.id
    RETURNING b.id, b.broker_id, source.status AS from_status, b.status AS to_status
  )
  ${insertEvents('bulk-operation', { type: ':event', from: 'from_status', to: 'to_status', key: ':keyId' })}
  FROM moved
  RETURNING resource_id`,
);

/**
 * Moves a bulk operation as a request asks. Raises not-found, and invalid-status-transition when its status does not
 * allow the request.
 */
export function requestOfBulkOperation(
  db: Db,
  target: BulkOperationTarget,
  request: BulkRequest,
): Promise<BulkOperation> {
  const { caller, bulkId } = target;
  const sources = bulkOperationLifecycle.getSources(request);
  const [first] = sources;
  const to = first && bulkOperationLifecycle.getTarget(request, first);
  return db.transaction(async (tx) => {
    const values = {
      bulkId,
      brokerId: caller.brokerId,
      keyId: caller.keyId,
      sources,
      to,
      event: events[request],
      isApproval: request === 'approve',
    };
    const [moved] = await tx.query(moveStatement, values);
    const bulk = await findBulkOperation(tx, target);
    if (moved) return bulk;
    const allowed = bulkOperationLifecycle.getRequests(bulk.status);
    throw invalidStatusTransition({
      resource: { type: 'bulk-operation', id: bulkId },
      currentStatus: bulk.status,
      requested: request,
      allowed,
    });
  });
}
