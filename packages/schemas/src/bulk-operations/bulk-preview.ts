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
  .meta({ id: 'BulkPreviewReason', description: 'The problem that a request for one of these orders alone would get.' });

/** The result that a bulk operation on orders would have now. */
export const bulkPreview = z
  .strictObject({
    operation: z.enum(orderOperations),
    total: count.meta({ description: 'The number of selected orders.' }),
    allowed: count.meta({ description: 'How many of them allow the operation now.' }),
    refused: count.meta({ description: 'How many of them do not allow it; the reasons add up to this number.' }),
    reasons: z.array(previewReason).meta({ description: 'The most frequent reason first.' }),
  })
  .meta({ id: 'BulkPreview' });

type PreviewReason = z.infer<typeof previewReason>;

/** A reason without the address of its problem type. */
export type StoredPreviewReason = StoredProblem & Omit<PreviewReason, 'type' | 'title'>;
export type StoredBulkPreview = Omit<z.infer<typeof bulkPreview>, 'reasons'> & { readonly reasons: readonly StoredPreviewReason[] };
