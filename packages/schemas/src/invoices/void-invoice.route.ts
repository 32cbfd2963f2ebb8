import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const voidInvoiceRoute = defineRoute({
  name: 'voidInvoice',
  method: 'post',
  path: '/invoices/{id}/void',
  tag: 'subscriptions',
  summary: 'Void an unpaid invoice',
  description:
    'Its charges and discounts are void too, and its cycle is not invoiced again automatically: see /reissue. While a payment of the invoice is ' +
    'in progress, the response is 409 `payment-in-progress`. While the invoice has tax receipts that are not CANCELED, drafts included, it is 409 ' +
    '`effective-tax-receipts`, and `taxReceipts` lists each with its `id`, `documentModel` and `status`: cancel them first. After ' +
    'the deadline for cancelling a receipt, neither the receipt nor its invoice can be voided.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The void invoice.', body: invoice } },
  problems: ['not-found', 'invalid-status-transition', 'payment-in-progress', 'effective-tax-receipts'],
});
