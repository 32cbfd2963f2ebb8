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
    'The payment provider is asked to refund the money. All refunds of a payment together cannot exceed its amount: ' +
    'an amount above the remaining one is 409 `refund-exceeds-payment`, with `refundable`. A payment that is refunded in full becomes REFUNDED. ' +
    'Its invoice stays PAID, and its tax receipts stay effective: cancel a receipt if the service was not rendered.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  body: withoutCardNumbers(
    z.strictObject({
      amount: amount
        .refine((text) => Number(text) > 0, 'must be more than 0.00')
        .optional()
        .meta({ description: 'BRL, two decimals; defaults to the whole remaining amount.', example: '49.90' }),
      metadata: freeForm.optional(),
    }),
  ).optional(),
  responses: {
    202: { description: 'The new refund, in progress.', body: refund, headers: { Location: 'The refund' } },
  },
  problems: ['not-found', 'refund-exceeds-payment', 'invalid-status-transition'],
});
