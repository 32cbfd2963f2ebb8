import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import type { BulkOperation, LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import { approvalDueAt, type BulkSettings, findFirstStatus } from './bulk-settings.ts';
import { findBulkOperation } from './find-bulk-operation.ts';
import { type LineSelection, selectLines } from './select-lines.ts';
import { toItemColumns } from './selected-items.ts';

const insertStatement = statement(
  'insert-bulk-operation',
  {
    id: 'uuid',
    brokerId: 'uuid',
    operation: 'text',
    keyId: 'uuid?',
    correlationId: 'text',
    metadata: 'jsonb',
    lineIds: 'uuid?[]',
    reason: 'text?',
    problems: 'jsonb?[]',
    name: 'text?',
    ordersPerMinute: 'int?',
    status: 'text',
    event: 'text',
  },
  `WITH bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id, metadata, reason, name,
      orders_per_minute, approval_due_at)
    VALUES (:id, :brokerId, :operation, :status, cardinality(:lineIds), :keyId, :correlationId, :metadata, :reason,
      :name,
      :ordersPerMinute, ${approvalDueAt})
    RETURNING *
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, line_id, problem)
    SELECT bulk.id, item.place - 1, item.id, item.problem
    FROM bulk, unnest(:lineIds, :problems) WITH ORDINALITY AS item(id, problem, place)
  )
  ${insertEvents('bulk-operation', {
    type: ':event',
    to: 'status',
    key: 'key_id',
    details: "jsonb_build_object('operation', operation, 'total', total)",
  })}
  FROM bulk`,
);

export interface BulkOperationInput extends BulkSettings {
  readonly operation: LineOperation;
  readonly lines: LineSelection;
  readonly reason?: string | undefined;
}

/**
 * Creates a bulk operation with its lines. The lines are fixed from then on; a job places their orders. A line that
 * does not exist becomes a refused item. All or nothing: raises the errors of `selectLines`, and then nothing is
 * created.
 */
export function createBulkOperation(
  db: Db,
  { operation, lines, reason, ...settings }: BulkOperationInput,
): Promise<BulkOperation> {
  const { caller, correlationId, metadata = {}, name, ordersPerMinute } = settings;
  const id = newId();
  return db.transaction(async (tx) => {
    const { brokerId, items } = await selectLines(tx, caller, lines);
    const { ids: lineIds, problems } = toItemColumns(items);
    const status = findFirstStatus(settings, items.length);
    await tx.query(insertStatement, {
      id,
      brokerId,
      operation,
      keyId: caller.keyId,
      correlationId,
      metadata,
      lineIds,
      reason,
      problems,
      name,
      ordersPerMinute,
      status,
      event: bulkOperationStatusEvents[status],
    });
    return findBulkOperation(tx, { caller, bulkId: id });
  });
}
