import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { invoice } from './invoice.ts';

export const getInvoiceRoute = defineRoute({
  name: 'getInvoice',
  method: 'get',
  path: '/invoices/{id}',
  tag: 'subscriptions',
  summary: 'Get an invoice and its lines',
  description: 'The total is the sum of the lines.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The invoice.', body: invoice } },
  problems: ['not-found'],
});
