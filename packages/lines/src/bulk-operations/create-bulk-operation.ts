import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { BulkOperation, LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import { lineNotFound } from '../records/find-line.ts';
import { buildItemProblem } from './build-item-problem.ts';
import { findBulkOperation } from './find-bulk-operation.ts';
import { type LineSelection, selectLines } from './select-lines.ts';

const insertStatement = statement(
  'insert-bulk-operation',
  `WITH bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id, metadata, reason)
    VALUES ($1::uuid, $2::uuid, $3, 'RUNNING', cardinality($7::uuid[]), $4::uuid, $5, $6::jsonb, $8)
    RETURNING *
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, line_id, problem)
    SELECT bulk.id, item.place - 1, item.id, item.problem
    FROM bulk, unnest($7::uuid[], $9::jsonb[]) WITH ORDINALITY AS item(id, problem, place)
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id, details)
  SELECT broker_id, '${bulkOperationStatusEvents.RUNNING}', 'bulk-operation', id, status, key_id, jsonb_build_object('operation', operation, 'total', total)
  FROM bulk`,
);

export interface BulkOperationInput {
  readonly caller: Caller;
  readonly operation: LineOperation;
  readonly lines: LineSelection;
  readonly correlationId: string;
  readonly reason?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a bulk operation with its lines. The lines are fixed from then on; a job places their orders. A line that does not exist becomes a refused
 * item. All or nothing: raises the errors of `selectLines`, and then nothing is created.
 */
export function createBulkOperation(db: Db, { caller, operation, lines, correlationId, reason, metadata = {} }: BulkOperationInput): Promise<BulkOperation> {
  const id = newId();
  return db.transaction(async (tx) => {
    const { brokerId, lineIds, found } = await selectLines(tx, caller, lines);
    const problems = lineIds.map((lineId) => (found.has(lineId) ? null : JSON.stringify(buildItemProblem(lineNotFound(lineId)))));
    await tx.query(insertStatement, [id, brokerId, operation, caller.keyId, correlationId, JSON.stringify(metadata), lineIds, reason, problems]);
    return findBulkOperation(tx, { caller, bulkId: id });
  });
}
