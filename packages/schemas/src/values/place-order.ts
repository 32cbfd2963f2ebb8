import { z } from 'zod';
import { notBefore } from './not-before.ts';

/** The query of every operation that places an order. */
export const placeOrderQuery = z.strictObject({
  notBefore,
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'Why the order is placed. The events of the order and of its record keep it.' }),
});

/** The headers that locate the order of a response. */
export const orderHeaders = { Location: 'The order: `/orders/{orderId}`', Link: 'The order, with `rel="monitor"`' };
