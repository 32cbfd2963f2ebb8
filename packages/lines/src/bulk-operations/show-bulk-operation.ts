import type { BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import type { BulkCounts, BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';

/** How many items have each outcome. An outcome without items is left out. */
export type OutcomeCounts = Partial<Readonly<Record<BulkOutcome, number>>>;

/** A bulk operation as it is read from the database. */
export interface BulkOperationRecord {
  readonly id: string;
  readonly operation: string;
  readonly status: string;
  readonly total: number;
  readonly brokerId: string;
  readonly correlationId: string;
  readonly reason: string | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** A bulk operation as its client sees it: members without a value are left out. */
export function showBulkOperation(record: BulkOperationRecord, outcomes: OutcomeCounts): BulkOperation {
  return {
    id: record.id,
    operation: record.operation as BulkOperation['operation'],
    status: record.status as BulkOperation['status'],
    total: record.total,
    counts: showCounts(record.total, outcomes),
    brokerId: record.brokerId,
    correlationId: record.correlationId,
    ...(record.reason !== null && { reason: record.reason }),
    metadata: record.metadata as BulkOperation['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.finishedAt && { finishedAt: record.finishedAt.toISOString() }),
  };
}

/** The counts, with a zero for every outcome that no item has. */
function showCounts(total: number, outcomes: OutcomeCounts): BulkCounts {
  const { PENDING = 0, PLACED = 0, REFUSED = 0, COMPLETED = 0, FAILED = 0, CANCELLED = 0 } = outcomes;
  return { total, pending: PENDING, placed: PLACED, refused: REFUSED, completed: COMPLETED, failed: FAILED, cancelled: CANCELLED };
}
