import { z } from 'zod';
import { actor } from '../events/actor.ts';
import { bulkOperationLifecycle } from '../lifecycles/bulk-operation.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';

const timestamp = z.iso.datetime();
const count = z.int().min(0).max(1_000_000);

/** How many lines or orders one bulk operation may have. */
export const bulkLimit = 10_000;

/** The name of a bulk operation. */
export const bulkName = z.string().trim().min(1).max(100);

/** How many items of a bulk operation are processed in a minute, at most. */
export const ordersPerMinute = z.int().min(1).max(120_000);

/**
 * A bulk operation that nobody has approved after this time is cancelled: its items were chosen for the state of that
 * day.
 */
export const approvalLimitHours = 24;

/** The operations on lines. */
const lineOperations = ['block', 'unblock', 'activate', 'delete', 'reconcile'] as const;
export type LineOperation = (typeof lineOperations)[number];

/** How many rows a list may have. Each may name what no other row may have. */
export const rowLimit = 2_000;

/** The operations on the rows of a list. */
export const rowOperations = ['create', 'swap-sim', 'change-number'] as const;
export type RowOperation = (typeof rowOperations)[number];

/** Whether an operation is on the rows of a list. */
export const isRowOperation = (operation: string): operation is RowOperation =>
  (rowOperations as readonly string[]).includes(operation);

/** The operations on orders. */
export const orderOperations = ['retry', 'rollback', 'cancel', 'close'] as const;
export type OrderOperation = (typeof orderOperations)[number];

/** Whether an operation is on orders, not on lines. */
export const isOrderOperation = (operation: string): operation is OrderOperation =>
  (orderOperations as readonly string[]).includes(operation);

export const bulkOperations = [...lineOperations, ...rowOperations, ...orderOperations] as const;
export type BulkOperationKind = (typeof bulkOperations)[number];

/** Each item of a bulk operation has exactly one of these outcomes. */
const bulkCounts = z
  .strictObject({
    total: count,
    pending: count.meta({ description: 'Not processed yet.' }),
    placed: count.meta({ description: 'Their orders are open.' }),
    refused: count.meta({ description: 'No order could be placed or changed; the item says why.' }),
    completed: count.meta({ description: 'They succeeded: their orders reached the requested status.' }),
    failed: count.meta({ description: 'Their orders ended in another status.' }),
    cancelled: count.meta({
      description: 'Not processed because the bulk operation was cancelled, or their orders were cancelled.',
    }),
  })
  .meta({
    id: 'BulkCounts',
    description:
      'The counts add up to the total. They are current while the bulk operation runs, and final once it has ended.',
  });

const bulkOperationFields = z.strictObject({
  id: z.uuid(),
  name: bulkName.optional(),
  operation: z.enum(bulkOperations),
  status: z.enum(bulkOperationLifecycle.statuses),
  total: count.meta({ description: 'The number of lines or orders.' }),
  counts: bulkCounts,
  brokerId: z.uuid(),
  correlationId: z.string(),
  reason: z.string().optional(),
  ordersPerMinute: ordersPerMinute
    .optional()
    .meta({ description: 'Its own rate. Without it only the rate that all bulk operations share.' }),
  createdBy: actor,
  approvalDueAt: timestamp.optional().meta({
    description: 'Another person must approve it before this time, or it is cancelled. Absent if it needs no approval.',
  }),
  approvedBy: actor.optional(),
  approvedAt: timestamp.optional(),
  metadata: freeForm,
  createdAt: timestamp,
  updatedAt: timestamp,
  finishedAt: timestamp.optional(),
});

/** A bulk operation. */
export const bulkOperation = bulkOperationFields.meta({ id: 'BulkOperation' });

/** A bulk operation that was just created. */
export const createdBulkOperation = bulkOperationFields
  .extend({
    others: z
      .array(z.strictObject({ id: z.uuid(), brokerId: z.uuid(), total: count }))
      .optional()
      .meta({
        description:
          "When an operator's orders are of several brokers: the bulk operations of the other brokers, with the " +
          'same correlation id.',
      }),
  })
  .meta({ id: 'CreatedBulkOperation' });

export type BulkCounts = z.infer<typeof bulkCounts>;
export type BulkOperation = z.infer<typeof bulkOperation>;
export type CreatedBulkOperation = z.infer<typeof createdBulkOperation>;
