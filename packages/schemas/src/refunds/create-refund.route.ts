import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { amount } from '../money.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { refund } from './refund.ts';

export const createRefundRoute = defineRoute({
  name: 'createRefund',
  method: 'post',
  path: '/payments/{id}/refunds',
  tag: 'payments',
  summary: 'Refund a payment, in part or in full',
  description:
    'The payment provider is asked to give the money back. All refunds of a payment together are never more than was paid: ' +
    'an amount above what is left is 409 `refund-exceeds-payment`, with `refundable`. When all of it is given back the payment is REFUNDED. ' +
    'Its invoice stays PAID, and its tax receipts stay as they are: cancel a receipt where the service was not rendered.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  body: withoutCardNumbers(
    z.strictObject({
      amount: amount
        .refine((text) => Number(text) > 0, 'must be more than 0.00')
        .optional()
        .meta({ description: 'BRL, two decimals; absent, all that is left of the payment.', example: '49.90' }),
      metadata: freeForm.optional(),
    }),
  ).optional(),
  responses: { 202: { description: 'The refund, under way.', body: refund, headers: { Location: 'The refund' } } },
  problems: ['not-found', 'refund-exceeds-payment', 'invalid-status-transition'],
});
