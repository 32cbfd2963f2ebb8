import { itemProblemSchema, type StoredProblem } from '@linework/problem-details/stored-problem';
import { z } from 'zod';
import { orderLifecycle } from '../orders/order.lifecycle.ts';
import { orderOperations } from './bulk-operation.ts';

const count = z.int().min(0).max(1_000_000);

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
  .meta({ id: 'BulkPreviewReason', description: 'What a request for one of these orders alone would be answered.' });

/** What a bulk operation on orders would do now. */
export const bulkPreview = z
  .strictObject({
    operation: z.enum(orderOperations),
    total: count.meta({ description: 'How many orders are meant.' }),
    allowed: count.meta({ description: 'How many of them may be asked for it now.' }),
    refused: count.meta({ description: 'How many of them may not; the reasons add up to it.' }),
    reasons: z.array(previewReason).meta({ description: 'The most frequent first.' }),
  })
  .meta({ id: 'BulkPreview' });

type PreviewReason = z.infer<typeof previewReason>;

/** A reason without the address of its problem type. */
export type StoredPreviewReason = StoredProblem & Omit<PreviewReason, 'type' | 'title'>;
export type StoredBulkPreview = Omit<z.infer<typeof bulkPreview>, 'reasons'> & { readonly reasons: readonly StoredPreviewReason[] };
