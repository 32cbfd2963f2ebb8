import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { BulkOperation, LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import { lineNotFound } from '../records/find-line.ts';
import { approvalDueAt, type BulkSettings, findFirstStatus } from './bulk-settings.ts';
import { findBulkOperation } from './find-bulk-operation.ts';
import { type LineSelection, selectLines } from './select-lines.ts';
import { buildItemProblem } from './waiting-items.ts';

const insertStatement = statement(
  'insert-bulk-operation',
  `WITH bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id, metadata, reason, name, orders_per_minute, approval_due_at)
    VALUES ($1::uuid, $2::uuid, $3, $12, cardinality($7::uuid[]), $4::uuid, $5, $6::jsonb, $8, $10, $11, ${approvalDueAt('$12')})
    RETURNING *
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, line_id, problem)
    SELECT bulk.id, item.place - 1, item.id, item.problem
    FROM bulk, unnest($7::uuid[], $9::jsonb[]) WITH ORDINALITY AS item(id, problem, place)
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id, details)
  SELECT broker_id, $13::text, 'bulk-operation', id, status, key_id, jsonb_build_object('operation', operation, 'total', total)
  FROM bulk`,
);

export interface BulkOperationInput extends BulkSettings {
  readonly operation: LineOperation;
  readonly lines: LineSelection;
  readonly reason?: string | undefined;
}

/**
 * Creates a bulk operation with its lines. The lines are fixed from then on; a job places their orders. A line that does not exist becomes a refused
 * item. All or nothing: raises the errors of `selectLines`, and then nothing is created.
 */
export function createBulkOperation(
  db: Db,
  { operation, lines, reason, ...settings }: BulkOperationInput,
): Promise<BulkOperation> {
  const { caller, correlationId, metadata = {}, name, ordersPerMinute } = settings;
  const id = newId();
  return db.transaction(async (tx) => {
    const { brokerId, lineIds, found } = await selectLines(tx, caller, lines);
    const problems = lineIds.map((lineId) =>
      found.has(lineId) ? null : JSON.stringify(buildItemProblem(lineNotFound(lineId))),
    );
    const status = findFirstStatus(settings, lineIds.length);
    const event = bulkOperationStatusEvents[status];
    const given = [name, ordersPerMinute, status, event];
    await tx.query(insertStatement, [
      id,
      brokerId,
      operation,
      caller.keyId,
      correlationId,
      JSON.stringify(metadata),
      lineIds,
      reason,
      problems,
      ...given,
    ]);
    return findBulkOperation(tx, { caller, bulkId: id });
  });
}
