import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const reissueInvoiceRoute = defineRoute({
  name: 'reissueInvoice',
  method: 'post',
  path: '/invoices/{id}/reissue',
  tag: 'subscriptions',
  summary: 'Make a new invoice in place of one that was voided',
  description: 'It has the lines of the old one, and waits for approval where the subscription asks for that. A cycle has one invoice at a time.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 201: { description: 'The new invoice.', body: invoice, headers: { Location: 'The new invoice' } } },
  problems: ['not-found', 'cycle-is-invoiced', 'invoice-not-void'],
});
