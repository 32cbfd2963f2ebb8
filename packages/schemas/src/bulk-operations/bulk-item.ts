import { itemProblemSchema, type StoredProblem } from '@linework/problem-details/stored-problem';
import { z } from 'zod';
import { orderLifecycle } from '../lifecycles/order.lifecycle.ts';

/** The outcome of one item of a bulk operation, a line or an order. The counts are by outcome. */
export const bulkOutcomes = ['PENDING', 'PLACED', 'REFUSED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** One item of a bulk operation: a line on which an order is placed, or an order that is changed. */
export const bulkItem = z
  .strictObject({
    lineId: z.uuid().optional().meta({ description: 'The line, or the line of the order.' }),
    outcome: z.enum(bulkOutcomes),
    orderId: z.uuid().optional().meta({ description: 'The order that was placed, or that is changed.' }),
    status: z.enum(orderLifecycle.statuses).optional().meta({ description: 'The status of that order.' }),
    problem: itemProblemSchema.optional(),
  })
  .meta({ id: 'BulkItem' });

/** One item as it is stored: its problem without the address of its type. */
export type StoredBulkItem = Omit<z.infer<typeof bulkItem>, 'problem'> & { readonly problem?: StoredProblem };
