import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { orderRequest, requestReason } from './order-request.ts';

export const retryOrderRoute = defineRoute({
  ...orderRequest,
  problems: [...orderRequest.problems, 'invalid-input'],
  name: 'retryOrder',
  path: '/orders/{orderId}/retry',
  summary: 'Go on with an order that stopped, from the step that failed',
  description: 'With `input`, the order goes on with that instead of what it was placed with. Only an order that is FAILED takes one.',
  body: z.strictObject({ input: freeForm.optional(), reason: requestReason.optional() }).optional(),
});
