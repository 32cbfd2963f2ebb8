import { itemProblemSchema, type StoredProblem } from '@linework/problem-details/stored-problem';
import { z } from 'zod';
import { orderLifecycle } from '../lifecycles/order.lifecycle.ts';
import { orderOperations } from './bulk-operation.ts';

const count = z.int().min(0).max(1_000_000);

/** Names the orders that a dry run of one operation selected. */
export const selectionDigest = z.string().regex(/^[0-9a-f]{64}$/);

const someIds = z.array(z.uuid()).max(10).meta({ description: 'The first 10.' });

/**
 * The bulk operation that a dry run has confirmed before, or the difference between the orders of a dry run and those
 * that are selected now. Without the ids if the dry run is older than an hour.
 */
export const selectionChange = z.strictObject({
  digest: selectionDigest.optional().meta({
    description: 'Of the orders that are selected now.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
  total: count.optional().meta({ description: 'How many orders are selected now.' }),
  added: count.optional().meta({ description: 'How many of them the dry run did not have.' }),
  removed: count.optional().meta({ description: 'How many orders of the dry run are not selected any more.' }),
  addedOrderIds: someIds.optional(),
  removedOrderIds: someIds.optional(),
  bulkOperationId: z
    .uuid()
    .optional()
    .meta({ description: 'The bulk operation that this dry run has confirmed before.' }),
});

const { type, title, status, code } = itemProblemSchema.shape;

const previewReason = z
  .strictObject({
    type,
    title,
    status,
    code,
    currentStatus: z.enum(orderLifecycle.statuses).optional(),
    count,
    exampleOrderId: z.uuid(),
  })
  .meta({
    id: 'BulkPreviewReason',
    description: 'The problem that a request for one of these orders alone would get.',
  });

/** The result that a bulk operation on orders would have now. */
export const bulkPreview = z
  .strictObject({
    operation: z.enum(orderOperations),
    total: count.meta({ description: 'The number of selected orders.' }),
    allowed: count.meta({ description: 'How many of them allow the operation now.' }),
    refused: count.meta({ description: 'How many of them do not allow it; the reasons add up to this number.' }),
    digest: selectionDigest.meta({
      description:
        'Send it with the bulk operation, so that it is created only for exactly these orders, and once. Each dry ' +
        'run has another one.',
    }),
    needsApproval: z
      .boolean()
      .meta({ description: 'Whether such a bulk operation of this caller would wait for another person.' }),
    reasons: z.array(previewReason).meta({ description: 'The most frequent reason first.' }),
  })
  .meta({ id: 'BulkPreview' });

type PreviewReason = z.infer<typeof previewReason>;

/** A reason without the address of its problem type. */
export type StoredPreviewReason = StoredProblem & Omit<PreviewReason, 'type' | 'title'>;
export type StoredBulkPreview = Omit<z.infer<typeof bulkPreview>, 'reasons'> & {
  readonly reasons: readonly StoredPreviewReason[];
};
