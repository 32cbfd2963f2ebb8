import { z } from 'zod';
import { orderLifecycle } from '../orders/order.lifecycle.ts';

/** What has become of one item of a bulk operation, a line or an order; its counts are by these. */
export const bulkOutcomes = ['PENDING', 'PLACED', 'REFUSED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

const bulkProblem = z
  .looseObject({
    problem: z.string().meta({ description: 'The name of the problem: what a request for this line or order alone would have been answered.' }),
    status: z.int().min(400).max(599),
    code: z.string().optional(),
    detail: z.string().optional(),
  })
  .meta({ id: 'BulkProblem' });

/** One item of a bulk operation: a line on which an order is placed, or an order that is changed. */
export const bulkItem = z
  .strictObject({
    lineId: z.uuid().optional().meta({ description: 'The line, or the line of the order.' }),
    outcome: z.enum(bulkOutcomes),
    orderId: z.uuid().optional().meta({ description: 'The order that was placed, or that is changed.' }),
    status: z.enum(orderLifecycle.statuses).optional().meta({ description: 'That of the order.' }),
    problem: bulkProblem.optional(),
  })
  .meta({ id: 'BulkItem' });

export type BulkItem = z.infer<typeof bulkItem>;
