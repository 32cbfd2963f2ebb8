import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const approveInvoiceRoute = defineRoute({
  name: 'approveInvoice',
  method: 'post',
  path: '/invoices/{id}/approve',
  tag: 'subscriptions',
  summary: 'Open an invoice that waits for approval',
  description: 'It is to be paid within ten days from today.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The invoice, open.', body: invoice } },
  problems: ['not-found', 'invalid-status-transition'],
});
