import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { eventType } from '@linework/schemas/events';
import { type BulkOperationTarget, findBulkOperation } from './find-bulk-operation.ts';

/** The used part of the old rate is forgotten: the new one applies at once. */
const changeStatement = statement(
  'change-bulk-operation',
  `WITH changed AS (
    UPDATE bulk_operation
    SET name = coalesce($4, name), orders_per_minute = CASE WHEN $5 THEN $6::int ELSE orders_per_minute END,
      rate_used_until = CASE WHEN $5 THEN NULL ELSE rate_used_until END, updated_at = now()
    WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND finished_at IS NULL
    RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
  SELECT broker_id, '${eventType('bulk_operation.changed')}', 'bulk-operation', id, $3::uuid, $7::jsonb
  FROM changed
  RETURNING resource_id`,
);

export interface BulkOperationChange {
  readonly name?: string | undefined;
  /** Null removes the rate of its own. */
  readonly ordersPerMinute?: number | null | undefined;
}

/** Changes the rate or the name; without changes it writes nothing. Raises not-found, and bulk-operation-ended. */
export async function changeBulkOperation(db: Db, target: BulkOperationTarget, { name, ordersPerMinute }: BulkOperationChange): Promise<BulkOperation> {
  if (name === undefined && ordersPerMinute === undefined) return findBulkOperation(db, target);
  const { caller, bulkId } = target;
  const details = {
    changed: [...(name === undefined ? [] : ['name']), ...(ordersPerMinute === undefined ? [] : ['ordersPerMinute'])],
    ...(ordersPerMinute !== undefined && { ordersPerMinute }),
  };
  return db.transaction(async (tx) => {
    const values = [bulkId, caller.brokerId, caller.keyId, name, ordersPerMinute !== undefined, ordersPerMinute, JSON.stringify(details)];
    const [changed] = await tx.query(changeStatement, values);
    const bulk = await findBulkOperation(tx, target);
    if (!changed) throw conflict(`The bulk operation is ${bulk.status}.`, { code: 'bulk-operation-ended' });
    return bulk;
  });
}
