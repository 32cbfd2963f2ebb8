import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { insertEvents } from '@linework/events/insert-event';
import { internal } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { BulkOperation, RowOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { StoredRowPreview } from '@linework/schemas/bulk-operations/bulk-rows';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import { placeRow, type ReadRow, readRows, refuseBeyondStock, type SentRows } from './bulk-rows.ts';
import { approvalDueAt, type BulkSettings, findFirstStatus, needsApproval } from './bulk-settings.ts';
import { findBulkOperation } from './find-bulk-operation.ts';
import { buildItemProblem } from './waiting-items.ts';

const insertStatement = statement(
  'insert-bulk-rows',
  {
    id: 'uuid',
    brokerId: 'uuid',
    operation: 'text',
    keyId: 'uuid?',
    correlationId: 'text',
    metadata: 'jsonb',
    items: 'jsonb',
    reason: 'text?',
    name: 'text?',
    ordersPerMinute: 'int?',
    status: 'text',
    event: 'text',
  },
  `WITH bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id, metadata, reason, name,
      orders_per_minute, approval_due_at)
    VALUES (:id, :brokerId, :operation, :status, jsonb_array_length(:items), :keyId, :correlationId, :metadata,
      :reason, :name, :ordersPerMinute, ${approvalDueAt})
    RETURNING *
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, line_id, "row", problem)
    SELECT bulk.id, item.place - 1, (item.value->>'lineId')::uuid, nullif(item.value->'row', 'null'),
      nullif(item.value->'problem', 'null')
    FROM bulk, jsonb_array_elements(:items) WITH ORDINALITY AS item(value, place)
  )
  ${insertEvents('bulk-operation', {
    type: ':event',
    to: 'status',
    key: 'key_id',
    details: "jsonb_build_object('operation', operation, 'total', total)",
  })}
  FROM bulk`,
);

export interface BulkRowsInput extends BulkSettings {
  readonly operation: RowOperation;
  readonly rows: SentRows;
  readonly reason?: string | undefined;
}

/**
 * Creates a bulk operation with the rows of a list. A row that is wrong becomes a refused item; a job places the orders
 * of the others. Raises the errors of `readRows`, and then nothing is created.
 */
export function createBulkRows(
  db: Db,
  { operation, rows: sent, reason, ...settings }: BulkRowsInput,
): Promise<BulkOperation> {
  const { caller, correlationId, metadata = {}, name, ordersPerMinute } = settings;
  const id = newId();
  return db.transaction(async (tx) => {
    const { brokerId, rows } = await readRows(tx, caller, { operation, sent });
    const status = findFirstStatus(settings, rows.length);
    const items = rows.map(({ lineId, row, problem }) => ({
      lineId,
      row,
      problem: problem && buildItemProblem(problem),
    }));
    await tx.query(insertStatement, {
      id,
      brokerId,
      operation,
      keyId: caller.keyId,
      correlationId,
      metadata,
      items,
      reason,
      name,
      ordersPerMinute,
      status,
      event: bulkOperationStatusEvents[status],
    });
    return findBulkOperation(tx, { caller, bulkId: id });
  });
}

/** So many rows are tried in a transaction, which is rolled back: their lines and resources are locked meanwhile. */
const triedTogether = 25;

/**
 * Tries each row and undoes it. Names every row that would be refused. Raises the errors of `readRows`.
 */
export async function previewBulkRows(
  { db, notify }: PlaceDeps,
  { operation, rows: sent, ...settings }: BulkRowsInput,
): Promise<StoredRowPreview> {
  const { caller, correlationId } = settings;
  const { brokerId, rows } = await refuseBeyondStock(db, await readRows(db, caller, { operation, sent }));
  const actor = { ...caller, brokerId };
  const place = (own: Db, { lineId, row }: ReadRow) =>
    placeRow({ db: own, notify }, { operation, lineId, row: row ?? {}, caller: actor, correlationId });
  const problems: (Problem | null)[] = [];
  for (let from = 0; from < rows.length; from += triedTogether) {
    const batch = rows.slice(from, from + triedTogether);
    problems.push(
      ...(await db.dryRun(async (tx) => {
        const found: (Problem | null)[] = [];
        for (const row of batch) found.push(await findProblem(tx, row, (own) => place(own, row)));
        return found;
      })),
    );
  }
  const refusedRows = problems.flatMap((problem, position) =>
    problem === null ? [] : [{ position, problem: buildItemProblem(problem) }],
  );
  return {
    operation,
    total: rows.length,
    allowed: rows.length - refusedRows.length,
    refused: refusedRows.length,
    needsApproval: needsApproval(settings, rows.length),
    refusedRows,
  };
}

async function findProblem(
  tx: Db,
  { problem }: ReadRow,
  place: (own: Db) => Promise<unknown>,
): Promise<Problem | null> {
  if (problem !== null) return problem;
  try {
    await tx.savepoint(place);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    // The job would refuse this row in the same way.
    if (isRejectedStatement(error)) return internal();
    throw error;
  }
}
