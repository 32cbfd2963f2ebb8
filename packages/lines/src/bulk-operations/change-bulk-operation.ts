import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { approvalLimit } from './bulk-settings.ts';
import { type BulkOperationTarget, bulkOperationNotFound, findBulkOperation } from './find-bulk-operation.ts';

/** Waits for a transaction that is placing orders, because it locks the row. */
const lockStatement = statement(
  'lock-bulk-operation-to-change',
  { bulkId: 'uuid', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId", status, name, orders_per_minute AS rate,
     approved_orders_per_minute AS "approvedRate",
     approval_due_at IS NOT NULL AS "needsApproval", key_id AS "createdBy", finished_at IS NOT NULL
       OR status = 'CANCELLING' AS "hasEnded"
   FROM bulk_operation
   WHERE id = :bulkId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR NO KEY UPDATE`,
);

type Locked = RowOf<typeof lockStatement>;

/**
 * Items count at another rate from now on, and the change itself allows none: otherwise changes to and fro would be a
 * faster rate.
 */
const changeStatement = statement(
  'change-bulk-operation',
  { bulkId: 'uuid', name: 'text?', rate: 'int?', isAsked: 'boolean', keyId: 'uuid?' },
  `UPDATE bulk_operation
   SET name = :name, orders_per_minute = :rate, updated_at = now(),
     rate_used_until = CASE WHEN orders_per_minute IS DISTINCT FROM :rate THEN greatest(rate_used_until,
       now()) ELSE rate_used_until END,
     status = CASE WHEN :isAsked THEN 'AWAITING_APPROVAL' ELSE status END,
     approval_due_at = CASE WHEN :isAsked THEN ${approvalLimit} ELSE approval_due_at END,
     approved_by = CASE WHEN :isAsked THEN NULL ELSE coalesce(:keyId, approved_by) END,
     approved_at = CASE WHEN :isAsked THEN NULL WHEN :keyId IS NOT NULL THEN now() ELSE approved_at END,
     approved_orders_per_minute = CASE
       WHEN :isAsked THEN NULL
       WHEN :keyId IS NOT NULL THEN :rate
       ELSE approved_orders_per_minute
     END
   WHERE id = :bulkId`,
);

export interface BulkOperationChange {
  readonly name?: string | undefined;
  /** Null removes the rate of its own. */
  readonly ordersPerMinute?: number | null | undefined;
}

/**
 * Changes the rate or the name; without changes it writes nothing. What another person has approved is the fastest that
 * runs: a faster rate awaits approval again, unless that other person asks for it. Raises not-found,
 * bulk-operation-ended, and rate-awaits-approval for a faster rate before the approval.
 */
export async function changeBulkOperation(
  db: Db,
  target: BulkOperationTarget,
  change: BulkOperationChange,
): Promise<BulkOperation> {
  const { caller, bulkId } = target;
  if (change.name === undefined && change.ordersPerMinute === undefined) return findBulkOperation(db, target);
  return db.transaction(async (tx) => {
    const [locked] = await tx.query(lockStatement, { bulkId, brokerId: caller.brokerId });
    if (!locked) throw bulkOperationNotFound(bulkId);
    if (locked.hasEnded) throw conflict(`The bulk operation is ${locked.status}.`, { code: 'bulk-operation-ended' });
    const { name = locked.name, ordersPerMinute: rate = locked.rate } = change;
    const changed = [...(name === locked.name ? [] : ['name']), ...(rate === locked.rate ? [] : ['ordersPerMinute'])];
    if (changed.length === 0) return findBulkOperation(tx, target);
    const approval = rate === locked.rate ? 'unchanged' : decideApproval(locked, rate, caller);
    const isAsked = approval === 'asked';
    await tx.query(changeStatement, { bulkId, name, rate, isAsked, keyId: approval === 'given' ? caller.keyId : null });
    const details = {
      changed,
      ...(rate !== locked.rate && { ordersPerMinute: rate }),
      ...(approval === 'given' && { approved: true }),
    };
    const about = { id: locked.id, brokerId: locked.brokerId, keyId: caller.keyId };
    await writeEvent(tx, { ...about, type: 'bulk_operation.changed', details });
    if (isAsked) {
      const move = { from: locked.status, to: 'AWAITING_APPROVAL' };
      await writeEvent(tx, { ...about, ...move, type: bulkOperationStatusEvents.AWAITING_APPROVAL });
    }
    return findBulkOperation(tx, target);
  });
}

/** What another rate means for the approval. Another person who asks for it approves it with that. */
function decideApproval(
  locked: Locked,
  rate: number | null,
  { operator, keyId }: Caller,
): 'unchanged' | 'asked' | 'given' {
  if (!locked.needsApproval) return 'unchanged';
  if (locked.status === 'AWAITING_APPROVAL') {
    if (!isFaster(rate, locked.rate)) return 'unchanged';
    // Whoever approves may have read the slower one.
    throw conflict('The bulk operation awaits approval at its present rate.', { code: 'rate-awaits-approval' });
  }
  if (!isFaster(rate, locked.approvedRate)) return 'unchanged';
  return operator === undefined || keyId === locked.createdBy ? 'asked' : 'given';
}

const isFaster = (rate: number | null, than: number | null): boolean =>
  (rate ?? Number.POSITIVE_INFINITY) > (than ?? Number.POSITIVE_INFINITY);
