import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { payment } from './payment.ts';

export const cancelPaymentRoute = defineRoute({
  name: 'cancelPayment',
  method: 'post',
  path: '/payments/{id}/cancel',
  tag: 'payments',
  summary: 'Cancel a payment that is not settled',
  description:
    'Linework asks the payment provider to cancel it. If the provider has settled it by then, the payment becomes CONFIRMED instead.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The payment whose cancellation was requested.',
      body: payment,
      headers: { Location: 'The payment' },
    },
  },
  problems: ['not-found', 'invalid-status-transition'],
});
