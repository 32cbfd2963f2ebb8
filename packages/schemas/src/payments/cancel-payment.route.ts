import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { payment } from './payment.ts';

export const cancelPaymentRoute = defineRoute({
  name: 'cancelPayment',
  method: 'post',
  path: '/payments/{id}/cancel',
  tag: 'payments',
  summary: 'Call off a payment that is not settled',
  description: 'The payment provider is asked to; one that it has settled by then is CONFIRMED all the same.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 202: { description: 'The payment, which is being called off.', body: payment, headers: { Location: 'The payment' } } },
  problems: ['not-found', 'invalid-status-transition'],
});
