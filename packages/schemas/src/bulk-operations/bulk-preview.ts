import { z } from 'zod';
import { orderLifecycle } from '../orders/order.lifecycle.ts';
import { orderOperations } from './bulk-operation.ts';

const count = z.int().min(0).max(1_000_000);

const previewReason = z
  .strictObject({
    problem: z.string().meta({ description: 'The name of the problem: what a request for one of these orders alone would be answered.' }),
    status: z.int().min(400).max(599),
    code: z.string().optional(),
    currentStatus: z.enum(orderLifecycle.statuses).optional(),
    count,
    exampleOrderId: z.uuid(),
  })
  .meta({ id: 'BulkPreviewReason' });

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

export type BulkPreview = z.infer<typeof bulkPreview>;
export type BulkPreviewReason = z.infer<typeof previewReason>;
