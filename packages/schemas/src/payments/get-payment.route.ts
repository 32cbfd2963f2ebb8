import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { payment } from './payment.ts';

export const getPaymentRoute = defineRoute({
  name: 'getPayment',
  method: 'get',
  path: '/payments/{id}',
  tag: 'payments',
  summary: 'Get a payment',
  description: 'A payment is one attempt to pay an invoice.',
  scope: 'payments:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The payment.', body: payment } },
  problems: ['not-found'],
});
