import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderRequest } from './order-request.ts';

export const cancelOrderRoute = defineRoute({
  ...orderRequest,
  name: 'cancelOrder',
  path: '/orders/{orderId}/cancel',
  summary: 'Cancel an order: at once, or at its next step boundary with what had started undone',
  description: 'An order that has not started is CANCELLED at once. Otherwise it is CANCELLING until its steps are undone.',
  body: z.strictObject({ reason: z.string().min(1).max(500).optional() }).optional(),
});
