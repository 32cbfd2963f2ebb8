import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const reissueInvoiceRoute = defineRoute({
  name: 'reissueInvoice',
  method: 'post',
  path: '/invoices/{id}/reissue',
  tag: 'subscriptions',
  summary: 'Reissue a voided invoice',
  description:
    'The new invoice has the lines of the voided one. It waits for approval if the subscription requires that. A cycle has one valid invoice at a time.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 201: { description: 'The new invoice.', body: invoice, headers: { Location: 'The new invoice' } } },
  problems: ['not-found', 'cycle-is-invoiced', 'invoice-not-void'],
});
