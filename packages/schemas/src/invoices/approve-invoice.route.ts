import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const approveInvoiceRoute = defineRoute({
  name: 'approveInvoice',
  method: 'post',
  path: '/invoices/{id}/approve',
  tag: 'subscriptions',
  summary: 'Approve an invoice',
  description: 'The invoice becomes OPEN and is due ten days from today.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The open invoice.', body: invoice } },
  problems: ['not-found', 'invalid-status-transition'],
});
