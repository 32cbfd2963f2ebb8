import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { order } from './order.ts';

export const getOrderRoute = defineRoute({
  name: 'getOrder',
  method: 'get',
  path: '/orders/{orderId}',
  tag: 'orders',
  summary: 'Get an order',
  description: 'Every member is always present.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: { 200: { description: 'The order.', body: order } },
  problems: ['not-found'],
});
