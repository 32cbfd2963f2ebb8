import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { holder } from './holder.ts';

export const anonymiseHolderRoute = defineRoute({
  name: 'anonymiseHolder',
  method: 'post',
  path: '/holders/{id}/anonymise',
  tag: 'holders',
  summary: 'Forget who a holder is (LGPD)',
  description: 'For good. Name, tax id, addresses and payment methods are gone; lines, orders, events and invoices are kept, tax receipts as the law asks.',
  scope: 'holders:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'What is left of the holder.', body: holder } },
  problems: ['not-found', 'already-anonymised', 'order-placed'],
});
