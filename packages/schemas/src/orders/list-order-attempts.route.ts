import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderAttempt } from './order-attempt.ts';

export const listOrderAttemptsRoute = defineRoute({
  name: 'listOrderAttempts',
  method: 'get',
  path: '/orders/{orderId}/attempts',
  tag: 'orders',
  summary: 'List the attempts of an order',
  description: 'Attempts of all steps are listed oldest first.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: { 200: { description: 'The attempts.', body: z.strictObject({ items: z.array(orderAttempt) }) } },
  problems: ['not-found'],
});
