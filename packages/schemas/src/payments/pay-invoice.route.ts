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
  summary: 'Pay an invoice',
  description:
    "Uses the holder's default payment method unless `paymentMethodId` is present. The payment provider is called in the background: poll the address in `Location`.",
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  body: withoutCardNumbers(
    z.strictObject({ paymentMethodId: z.uuid().optional(), metadata: freeForm.optional() }),
  ).optional(),
  responses: {
    202: { description: 'The new payment, in progress.', body: payment, headers: { Location: 'The payment' } },
  },
  problems: [
    'not-found',
    'invalid-status-transition',
    'no-default-payment-method',
    'payment-method-not-active',
    'payment-in-progress',
  ],
});
