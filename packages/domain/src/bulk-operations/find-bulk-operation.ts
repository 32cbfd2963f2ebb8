import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { itemsWithOrders, outcomeOfItem } from './outcome-of-item.ts';
import { type BulkOperationRecord, showBulkOperation, showCounts } from './show-bulk-operation.ts';

/** In one statement, so that status and counts are of one moment. Counted when asked: a number kept up to date would be a row that every order waits for. */
const findStatement = statement(
  'find-bulk-operation',
  `SELECT b.id, b.operation, b.status, b.total, b.broker_id AS "brokerId", b.correlation_id AS "correlationId", b.metadata,
    b.created_at AS "createdAt", b.updated_at AS "updatedAt", b.finished_at AS "finishedAt",
    (SELECT json_object_agg(outcome, lines) FROM (
      SELECT outcome, count(*) AS lines FROM (SELECT ${outcomeOfItem} AS outcome FROM ${itemsWithOrders} WHERE b.id = $1::uuid) AS item GROUP BY outcome
    ) AS counted) AS lines
  FROM bulk_operation b WHERE b.id = $1::uuid AND ($2::uuid IS NULL OR b.broker_id = $2::uuid)`,
);

export interface BulkAsked {
  readonly caller: Caller;
  readonly bulkId: string;
}

type Row = BulkOperationRecord & { readonly lines: Partial<Readonly<Record<BulkOutcome, number>>> };

/** The bulk operation and how far its lines are. Raises not-found when it is not there, or another broker's. */
export async function findBulkOperation(db: Pick<Db, 'query'>, { caller, bulkId }: BulkAsked): Promise<BulkOperation> {
  const [found] = await db.query<Row>(findStatement, [bulkId, caller.brokerId]);
  if (!found) throw noSuchBulkOperation(bulkId);
  return { ...showBulkOperation(found), counts: showCounts(found.total, found.lines) };
}

export const noSuchBulkOperation = (bulkId: string) => notFound(`There is no bulk operation ${bulkId}.`);
