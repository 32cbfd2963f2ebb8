import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { payment } from './payment.ts';

export const payInvoiceRoute = defineRoute({
  name: 'payInvoice',
  method: 'post',
  path: '/invoices/{id}/pay',
  tag: 'subscriptions',
  summary: 'Have an invoice paid, by the default payment method of its holder unless another is named',
  description: 'The payment provider is asked in the background. Follow the payment at the address in `Location`.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  body: withoutCardNumbers(z.strictObject({ paymentMethodId: z.uuid().optional(), metadata: freeForm.optional() })).optional(),
  responses: { 202: { description: 'The payment, under way.', body: payment, headers: { Location: 'The payment' } } },
  problems: ['not-found', 'invalid-status-transition', 'no-default-payment-method', 'payment-method-not-active', 'payment-in-progress'],
});
