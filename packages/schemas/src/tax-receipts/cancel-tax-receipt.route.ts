import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { taxReceipt } from './tax-receipt.ts';

export const cancelTaxReceiptRoute = defineRoute({
  name: 'cancelTaxReceipt',
  method: 'post',
  path: '/tax-receipts/{id}/cancel',
  tag: 'tax-receipts',
  summary: 'Discard a draft, or cancel an issued receipt',
  description:
    'An issued receipt of model 62 can be cancelled until 120 hours after the end of the month in which it was authorised; later the response is 409 with the ' +
    '`deadline`. 503 means that the authority did not respond: Linework repeats the call until it does. Meanwhile a repetition gets 409 with the code ' +
    '`authority-request-in-flight`; both have `Retry-After` with the time of the next call.',
  scope: 'tax-receipts:write',
  calls: 'tax-authority',
  hasSeveralTransactions: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reason: z.string().trim().min(15).max(255).meta({ description: 'The reason; it is sent to the tax authority.' }),
  }),
  responses: { 200: { description: 'The receipt, cancelled.', body: taxReceipt } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'authority-request-in-flight',
    'cancellation-deadline-over',
    'invalid-reason',
    'refused-by-authority',
  ],
});
