import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { orderRequest, requestReason } from './order-request.ts';

export const retryOrderRoute = defineRoute({
  ...orderRequest,
  problems: [...orderRequest.problems, 'invalid-input'],
  name: 'retryOrder',
  path: '/orders/{orderId}/retry',
  summary: 'Retry a failed order from the step that failed',
  description: '`input` replaces the input with which the order was placed. It is allowed only for a FAILED order.',
  body: z.strictObject({ input: freeForm.optional(), reason: requestReason.optional() }).optional(),
});
