import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderRequest } from './order-request.ts';

export const cancelOrderRoute = defineRoute({
  ...orderRequest,
  name: 'cancelOrder',
  path: '/orders/{orderId}/cancel',
  summary: 'Cancel an order',
  description:
    'An order that has not started is CANCELLED immediately. Otherwise it stops at the next step boundary and is CANCELLING until the steps that have started are undone.',
  body: z.strictObject({ reason: z.string().min(1).max(500).optional() }).optional(),
});
