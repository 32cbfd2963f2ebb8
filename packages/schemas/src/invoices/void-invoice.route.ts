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
    'The charges and discounts that stand on it go with it, and its cycle is not invoiced again by itself: see /reissue. While a payment of it is under way it is answered 409 with the code payment-under-way.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  answers: { 200: { description: 'The invoice, of no effect.', body: invoice } },
  problems: ['not-found', 'conflict', 'invalid-status-transition'],
});
