import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderAttempt } from './order-attempt.ts';

export const listOrderAttemptsRoute = defineRoute({
  name: 'listOrderAttempts',
  method: 'get',
  path: '/orders/{orderId}/attempts',
  tag: 'orders',
  summary: 'Every attempt of every step of an order, oldest first',
  description: 'An attempt that succeeded at once is not among them.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: { 200: { description: 'The attempts.', body: z.strictObject({ items: z.array(orderAttempt) }) } },
  problems: ['not-found'],
});
