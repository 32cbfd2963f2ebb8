import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { showActors } from '@linework/events/show-actors';
import { notFound } from '@linework/problem-details/make-problem';
import type { BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import { type BulkCounts, type BulkOperation, bulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { Actor } from '@linework/schemas/events/actor';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';
import { countOutcomesQuery } from './item-outcome.ts';

/**
 * One statement, so that status and counts are of the same moment. While the operation runs, the counts are computed on
 * each read: a stored counter would be a row that every order has to lock. When it has ended, the stored final counts
 * are returned.
 */
const findStatement = statement(
  'find-bulk-operation',
  { bulkId: 'uuid', brokerId: 'uuid?' },
  `SELECT b.id, b.name, b.operation, b.status, b.total, b.broker_id AS "brokerId", b.correlation_id AS "correlationId",
     b.reason, b.metadata,
    b.created_at AS "createdAt", b.updated_at AS "updatedAt", b.finished_at AS "finishedAt",
    b.key_id AS "keyId", b.orders_per_minute AS "ordersPerMinute", b.approval_due_at AS "approvalDueAt",
      b.approved_by AS "approvedBy",
    b.approved_at AS "approvedAt",
    coalesce(b.counts,
      (SELECT jsonb_object_agg(outcome, items) FROM (${countOutcomesQuery(':bulkId')}) AS counted)) AS outcomes
  FROM bulk_operation b
  WHERE b.id = :bulkId AND (:brokerId IS NULL OR b.broker_id = :brokerId)`,
).returns<{ readonly outcomes: OutcomeCounts }>();

export interface BulkOperationTarget {
  readonly caller: Caller;
  readonly bulkId: string;
}

/** The bulk operation with its counts. Raises not-found when it does not exist or belongs to another broker. */
export async function findBulkOperation(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, bulkId }: BulkOperationTarget,
): Promise<BulkOperation> {
  const [found] = await db.query(findStatement, { bulkId, brokerId: caller.brokerId });
  if (!found) throw bulkOperationNotFound(bulkId);
  const actors = await findBulkActors(db, caller, [found]);
  return printBulkOperation(found, { outcomes: found.outcomes, actors });
}

export const bulkOperationNotFound = (bulkId: string) => notFound(`There is no bulk operation ${bulkId}.`);

/** How many items have each outcome. An outcome without items is left out. */
export type OutcomeCounts = Partial<Readonly<Record<BulkOutcome, number>>>;

/** A bulk operation as it is read from the database. */
type BulkOperationRecord = Omit<RecordOf<typeof bulkOperation>, 'counts' | 'createdBy' | 'approvedBy'> & Actors;

/** What is read from other tables. */
interface Related {
  readonly outcomes: OutcomeCounts;
  readonly actors: BulkActors;
}

export const printBulkOperation = (record: BulkOperationRecord, { outcomes, actors }: Related): BulkOperation =>
  printRecord(bulkOperation, {
    ...record,
    counts: showCounts(record.total, outcomes),
    createdBy: actors.get(record.keyId) ?? { type: 'operator' },
    approvedBy: record.approvedBy === null ? null : actors.get(record.approvedBy),
  });

/** The counts, with a zero for every outcome that no item has. */
function showCounts(total: number, outcomes: OutcomeCounts): BulkCounts {
  const { PENDING = 0, PLACED = 0, REFUSED = 0, COMPLETED = 0, FAILED = 0, CANCELLED = 0 } = outcomes;
  return {
    total,
    pending: PENDING,
    placed: PLACED,
    refused: REFUSED,
    completed: COMPLETED,
    failed: FAILED,
    cancelled: CANCELLED,
  };
}

/** The keys and persons of bulk operations, by their ids, as far as the reader may see them. */
export type BulkActors = ReadonlyMap<string, Actor | undefined>;

interface Actors {
  readonly keyId: string;
  readonly approvedBy: string | null;
}

/** Finds those who created and approved bulk operations. */
export function findBulkActors(db: Pick<Db, 'prisma'>, reader: Caller, bulks: readonly Actors[]): Promise<BulkActors> {
  return showActors(
    db,
    reader,
    bulks.flatMap(({ keyId, approvedBy }) => [keyId, ...(approvedBy === null ? [] : [approvedBy])]),
  );
}
