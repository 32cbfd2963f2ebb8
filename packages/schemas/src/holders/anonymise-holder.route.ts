import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { holder } from './holder.ts';

export const anonymiseHolderRoute = defineRoute({
  name: 'anonymiseHolder',
  method: 'post',
  path: '/holders/{id}/anonymise',
  tag: 'holders',
  summary: 'Anonymise a holder (LGPD)',
  description:
    'This cannot be undone. Name, tax id, addresses and payment methods are erased. Lines, orders, events and invoices are kept, and tax receipts as the law requires.',
  scope: 'holders:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The anonymised holder.', body: holder } },
  problems: ['not-found', 'already-anonymised', 'order-placed'],
});
