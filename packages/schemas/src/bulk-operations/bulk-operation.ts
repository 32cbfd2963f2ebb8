import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { bulkOperationLifecycle } from './bulk-operation.lifecycle.ts';

const timestamp = z.iso.datetime();
const count = z.int().min(0).max(1_000_000);

/** How many lines one bulk operation may have. */
export const bulkLimit = 10_000;

/** What can be done to many lines at once. */
export const bulkOperations = ['block', 'unblock', 'activate', 'delete'] as const;
export type BulkOperationKind = (typeof bulkOperations)[number];

/** Each line of a bulk operation is in exactly one of these. */
export const bulkCounts = z
  .strictObject({
    total: count,
    pending: count.meta({ description: 'Not placed yet.' }),
    placed: count.meta({ description: 'Their orders are at work.' }),
    refused: count.meta({ description: 'No order could be placed; the line says why.' }),
    completed: count.meta({ description: 'Their orders are COMPLETED.' }),
    failed: count.meta({ description: 'Their orders stopped: FAILED, CANCEL_FAILED, ROLLBACK_FAILED or ROLLED_BACK.' }),
    cancelled: count.meta({ description: 'Not placed because the whole was cancelled, or their orders are CANCELLED.' }),
  })
  .meta({ id: 'BulkCounts', description: 'All but the total add up to it.' });

const members = {
  id: z.uuid(),
  operation: z.enum(bulkOperations),
  status: z.enum(bulkOperationLifecycle.statuses),
  total: count.meta({ description: 'How many lines it has.' }),
  brokerId: z.uuid(),
  correlationId: z.string(),
  metadata: freeForm,
  createdAt: timestamp,
  updatedAt: timestamp,
  finishedAt: timestamp.optional(),
};

/** A bulk operation as a list shows it. */
export const listedBulkOperation = z.strictObject(members).meta({ id: 'ListedBulkOperation' });

/** A bulk operation by itself. */
export const bulkOperation = z.strictObject({ ...members, counts: bulkCounts }).meta({ id: 'BulkOperation' });

export type BulkCounts = z.infer<typeof bulkCounts>;
export type ListedBulkOperation = z.infer<typeof listedBulkOperation>;
export type BulkOperation = z.infer<typeof bulkOperation>;
