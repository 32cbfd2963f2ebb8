import type { BulkCounts } from '@linework/sdk';
import type { Batch } from './batch-contract.ts';

/** What one person has confirmed at once. The server makes a batch for each broker; the pages show them as one. */
export interface BatchGroup {
  /** The batches, one of each broker. */
  readonly parts: readonly [Batch, ...Batch[]];
  readonly status: Batch['status'];
  readonly total: number;
  readonly counts: BulkCounts;
  /** The end of the last one; undefined as long as one of them goes on. */
  readonly finishedAt: string | undefined;
}

/**
 * The batches of one confirmation have been created in one transaction. The correlation id alone may be a client's own
 * text, which it uses again.
 */
const keyOf = ({ correlationId, operation, createdAt }: Batch): string => `${createdAt} ${operation} ${correlationId}`;

/** Which status a group has: the first of these that one of its batches has. What somebody has to do comes first. */
const statusOrder: readonly Batch['status'][] = [
  'AWAITING_APPROVAL',
  'PAUSED',
  'CANCELLING',
  'RUNNING',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
  'COMPLETED',
  'CANCELLED',
];

function findStatus(parts: readonly Batch[]): Batch['status'] {
  const own = new Set(parts.map(({ status }) => status));
  // One broker's orders were repaired and another's were not: the whole is done with errors.
  if (own.has('FAILED') && own.has('COMPLETED')) return 'COMPLETED_WITH_ERRORS';
  return statusOrder.find((status) => own.has(status)) ?? 'RUNNING';
}

function toGroup(parts: BatchGroup['parts']): BatchGroup {
  const ends = parts.flatMap(({ finishedAt }) => finishedAt ?? []);
  const sumOf = (name: keyof BulkCounts) => parts.reduce((sum, { counts }) => sum + counts[name], 0);
  return {
    parts,
    status: findStatus(parts),
    total: parts.reduce((sum, { total }) => sum + total, 0),
    counts: {
      total: sumOf('total'),
      pending: sumOf('pending'),
      placed: sumOf('placed'),
      refused: sumOf('refused'),
      completed: sumOf('completed'),
      failed: sumOf('failed'),
      cancelled: sumOf('cancelled'),
    },
    finishedAt: ends.length === parts.length ? ends.toSorted().at(-1) : undefined,
  };
}

/** The batches as groups, each at the place of its first batch. */
export function groupBatches(batches: readonly Batch[]): readonly BatchGroup[] {
  const groups = new Map<string, [Batch, ...Batch[]]>();
  for (const batch of batches) {
    const group = groups.get(keyOf(batch));
    if (group === undefined) groups.set(keyOf(batch), [batch]);
    else group.push(batch);
  }
  return [...groups.values()].map(toGroup);
}

/** The group of a batch, out of the batches with its correlation id. */
export const findGroup = (batch: Batch, sameRequest: readonly Batch[]): BatchGroup =>
  groupBatches(sameRequest).find(({ parts }) => parts.some(({ id }) => id === batch.id)) ?? toGroup([batch]);
