import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderExplanation } from './order-explanation.ts';

export const explainOrderRoute = defineRoute({
  name: 'explainOrder',
  method: 'get',
  path: '/orders/{orderId}/explanation',
  tag: 'orders',
  summary: 'Explain why an order stands where it stands',
  description: 'Says in one sentence what the order waits for, and lists what it allows now and what it has changed.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: { 200: { description: 'The explanation.', body: orderExplanation } },
  problems: ['not-found', 'order-version-unknown'],
});
