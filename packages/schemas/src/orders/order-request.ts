import { z } from 'zod';
import { order } from './order.ts';

/** The reason for a request on an order. */
export const requestReason = z.string().min(1).max(500).meta({ description: 'Stored in the event of the request.' });

/** The common part of all requests on an order. */
export const orderRequest = {
  method: 'post',
  tag: 'orders',
  scope: 'orders:write',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: {
    202: {
      description: 'The order after the request was accepted.',
      body: order,
      headers: { Location: 'The order: `/orders/{orderId}`' },
    },
  },
  problems: ['not-found', 'invalid-status-transition', 'past-point-of-no-return', 'order-version-unknown'],
} as const;

/**
 * The common part of requests that only operators may make. They need a reason, because the order can leave effects on
 * the network.
 */
export const operatorRequest = {
  ...orderRequest,
  scope: 'operator',
  body: z.strictObject({
    reason: z.string().min(1).max(500).meta({ description: 'Stored with the order or in its events.' }),
  }),
} as const;
