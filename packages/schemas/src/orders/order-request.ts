import { z } from 'zod';
import { order } from './order.ts';

/** Why something is asked of an order. */
export const requestReason = z.string().min(1).max(500).meta({ description: 'Kept in the event of the request.' });

/** What everything that is asked of an order has in common. */
export const orderRequest = {
  method: 'post',
  tag: 'orders',
  scope: 'orders:write',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: { 202: { description: 'The order, with what was asked under way.', body: order, headers: { Location: 'The order: `/orders/{orderId}`' } } },
  problems: ['not-found', 'invalid-status-transition', 'past-point-of-no-return', 'order-version-unknown'],
} as const;

/** What only operators may ask, because it leaves something behind that somebody has to know of: they say why. */
export const operatorRequest = {
  ...orderRequest,
  scope: 'operator',
  body: z.strictObject({ reason: z.string().min(1).max(500).meta({ description: 'Kept with the order, or in its events.' }) }),
} as const;
