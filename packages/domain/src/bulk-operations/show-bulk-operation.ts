import type { BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import type { BulkCounts, ListedBulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';

/** A bulk operation as it is read. */
export interface BulkOperationRecord {
  readonly id: string;
  readonly operation: string;
  readonly status: string;
  readonly total: number;
  readonly brokerId: string;
  readonly correlationId: string;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** A bulk operation as its client sees it in a list: what has no value is left out. */
export function showBulkOperation(record: BulkOperationRecord): ListedBulkOperation {
  return {
    id: record.id,
    operation: record.operation as ListedBulkOperation['operation'],
    status: record.status as ListedBulkOperation['status'],
    total: record.total,
    brokerId: record.brokerId,
    correlationId: record.correlationId,
    metadata: record.metadata as ListedBulkOperation['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.finishedAt && { finishedAt: record.finishedAt.toISOString() }),
  };
}

/** Its counts, with a zero for every outcome that no line has. */
export function showCounts(total: number, lines: Partial<Readonly<Record<BulkOutcome, number>>>): BulkCounts {
  const { PENDING = 0, PLACED = 0, REFUSED = 0, COMPLETED = 0, FAILED = 0, CANCELLED = 0 } = lines;
  return { total, pending: PENDING, placed: PLACED, refused: REFUSED, completed: COMPLETED, failed: FAILED, cancelled: CANCELLED };
}
