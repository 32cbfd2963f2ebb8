import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const voidInvoiceRoute = defineRoute({
  name: 'voidInvoice',
  method: 'post',
  path: '/invoices/{id}/void',
  tag: 'subscriptions',
  summary: 'Take back an invoice that is not paid',
  description:
    'The charges and discounts that stand on it go with it, and its cycle is not invoiced again by itself: see /reissue. While a payment of it is ' +
    'under way it is answered 409 with the code `payment-in-progress`. While tax receipts stand for it, which are all that are not CANCELED, it is 409 ' +
    'with the code `effective-tax-receipts`, and `taxReceipts` names each with its `id`, `documentModel` and `status`: cancel them first, drafts too. Once ' +
    'the deadline for that is over, the receipt and its invoice stand for good.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The invoice, of no effect.', body: invoice } },
  problems: ['not-found', 'invalid-status-transition', 'payment-in-progress', 'effective-tax-receipts'],
});
