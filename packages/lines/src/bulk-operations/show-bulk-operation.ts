import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { showActors } from '@linework/events/show-actors';
import type { BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import type { BulkCounts, BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { Actor } from '@linework/schemas/events/actor';

/** How many items have each outcome. An outcome without items is left out. */
export type OutcomeCounts = Partial<Readonly<Record<BulkOutcome, number>>>;

/** A bulk operation as it is read from the database. */
export interface BulkOperationRecord {
  readonly id: string;
  readonly name: string | null;
  readonly operation: string;
  readonly status: string;
  readonly total: number;
  readonly brokerId: string;
  readonly correlationId: string;
  readonly reason: string | null;
  readonly keyId: string;
  readonly ordersPerMinute: number | null;
  readonly approvalDueAt: Date | null;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** What is read from other tables. */
interface Related {
  readonly outcomes: OutcomeCounts;
  readonly actors: BulkActors;
}

/** A bulk operation as its client sees it: members without a value are left out. */
export function showBulkOperation(record: BulkOperationRecord, { outcomes, actors }: Related): BulkOperation {
  return {
    id: record.id,
    ...(record.name !== null && { name: record.name }),
    operation: record.operation as BulkOperation['operation'],
    status: record.status as BulkOperation['status'],
    total: record.total,
    counts: showCounts(record.total, outcomes),
    brokerId: record.brokerId,
    correlationId: record.correlationId,
    ...(record.reason !== null && { reason: record.reason }),
    ...(record.ordersPerMinute !== null && { ordersPerMinute: record.ordersPerMinute }),
    createdBy: actors.get(record.keyId) ?? { type: 'operator' },
    ...showApproval(record, actors),
    metadata: record.metadata as BulkOperation['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.finishedAt && { finishedAt: record.finishedAt.toISOString() }),
  };
}

function showApproval({ approvalDueAt, approvedBy, approvedAt }: BulkOperationRecord, actors: BulkActors) {
  const approver = approvedBy === null ? undefined : actors.get(approvedBy);
  return {
    ...(approvalDueAt && { approvalDueAt: approvalDueAt.toISOString() }),
    ...(approver && { approvedBy: approver }),
    ...(approvedAt && { approvedAt: approvedAt.toISOString() }),
  };
}

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
