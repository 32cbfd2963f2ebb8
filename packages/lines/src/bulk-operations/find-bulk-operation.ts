import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { countOutcomesQuery } from './item-outcome.ts';
import {
  type BulkOperationRecord,
  findBulkActors,
  type OutcomeCounts,
  showBulkOperation,
} from './show-bulk-operation.ts';

/**
 * One statement, so that status and counts are of the same moment. While the operation runs, the counts are computed on each read: a stored counter
 * would be a row that every order has to lock. When it has ended, the stored final counts are returned.
 */
const findStatement = statement(
  'find-bulk-operation',
  `SELECT b.id, b.name, b.operation, b.status, b.total, b.broker_id AS "brokerId", b.correlation_id AS "correlationId", b.reason, b.metadata,
    b.created_at AS "createdAt", b.updated_at AS "updatedAt", b.finished_at AS "finishedAt",
    b.key_id AS "keyId", b.orders_per_minute AS "ordersPerMinute", b.approval_due_at AS "approvalDueAt", b.approved_by AS "approvedBy",
    b.approved_at AS "approvedAt",
    coalesce(b.counts, (SELECT jsonb_object_agg(outcome, items) FROM (${countOutcomesQuery('$1::uuid')}) AS counted)) AS outcomes
  FROM bulk_operation b
  WHERE b.id = $1::uuid AND ($2::uuid IS NULL OR b.broker_id = $2::uuid)`,
);

export interface BulkOperationTarget {
  readonly caller: Caller;
  readonly bulkId: string;
}

type Row = BulkOperationRecord & { readonly outcomes: OutcomeCounts };

/** The bulk operation with its counts. Raises not-found when it does not exist or belongs to another broker. */
export async function findBulkOperation(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, bulkId }: BulkOperationTarget,
): Promise<BulkOperation> {
  const [found] = await db.query<Row>(findStatement, [bulkId, caller.brokerId]);
  if (!found) throw bulkOperationNotFound(bulkId);
  const actors = await findBulkActors(db, caller, [found]);
  return showBulkOperation(found, { outcomes: found.outcomes, actors });
}

export const bulkOperationNotFound = (bulkId: string) => notFound(`There is no bulk operation ${bulkId}.`);
