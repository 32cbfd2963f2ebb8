import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { listedInvoice } from './invoice.ts';
import { invoiceFilters } from './invoice-filters.ts';

const responses = {
  200: {
    description: 'One page of invoices.',
    body: pagedEnvelope(listedInvoice),
    headers: { Link: 'The next and the previous page' },
  },
} as const;

export const listInvoicesRoute = defineRoute({
  name: 'listInvoices',
  method: 'get',
  path: '/invoices',
  tag: 'subscriptions',
  summary: 'List invoices, without their lines',
  description: 'Lists the invoices of the broker, without their lines.',
  scope: 'subscriptions:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...invoiceFilters,
      brokerId: listFromText(z.uuid()).optional(),
      customerId: listFromText(z.uuid()).optional(),
      subscriptionId: listFromText(z.uuid()).optional(),
    },
  }),
  responses,
  problems: [],
});

export const listSubscriptionInvoicesRoute = defineRoute({
  name: 'listSubscriptionInvoices',
  method: 'get',
  path: '/subscriptions/{id}/invoices',
  tag: 'subscriptions',
  summary: 'List the invoices of a subscription, without their lines',
  description: 'Lists the invoices of one subscription, without their lines.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: invoiceFilters }),
  responses,
  problems: ['not-found'],
});
