import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { invoiceLifecycle } from '../lifecycles/invoice.lifecycle.ts';
import { invoice, listedInvoice } from './invoice.ts';

const day = z.iso.date().refine((text) => text >= '0001-01-01', 'must be in the years 1 to 9999');

/** The filters of both invoice lists; ranges are inclusive. */
const invoiceFilters = {
  ...timeFilters,
  status: listFromText(z.enum(invoiceLifecycle.statuses)).optional(),
  dueDateFrom: day.optional(),
  dueDateTo: day.optional(),
  periodFrom: day.optional().meta({ description: 'Invoices whose period begins on this day or later.' }),
  periodTo: day.optional().meta({ description: 'Invoices whose period begins on this day or earlier.' }),
};

/** A draft has no due date: a list that is sorted by it has no drafts. */
const invoiceSorts = { createdAt: 'time', dueDate: 'time' } as const;

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
  description:
    'Lists the invoices of the broker, without their lines. Sorted by `dueDate` it has no drafts: they have none.',
  scope: 'subscriptions:read',
  query: listQuery({
    sortBy: invoiceSorts,
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
  description:
    'Lists the invoices of one subscription, without their lines. Sorted by `dueDate` it has no drafts: they have ' +
    'none.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: invoiceSorts, filters: invoiceFilters }),
  responses,
  problems: ['not-found'],
});

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

export const listInvoiceEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listInvoiceEvents',
  path: '/invoices/{id}/events',
  tag: 'subscriptions',
  summary: 'List the events of an invoice, oldest first',
  scope: 'subscriptions:read',
});

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

export const voidInvoiceRoute = defineRoute({
  name: 'voidInvoice',
  method: 'post',
  path: '/invoices/{id}/void',
  tag: 'subscriptions',
  summary: 'Void an unpaid invoice',
  description:
    'Its charges and discounts are void too, and its cycle is not invoiced again automatically: see /reissue. ' +
    'An invoice of 0.00 is PAID from its beginning and can be voided. ' +
    'While a payment of the invoice is ' +
    'in progress, the response is 409 `payment-in-progress`. While the invoice has tax receipts that are not ' +
    'CANCELED, drafts included, it is 409 ' +
    '`effective-tax-receipts`, and `taxReceipts` lists each with its `id`, `documentModel` and `status`: cancel ' +
    'them first. After ' +
    'the deadline for cancelling a receipt, neither the receipt nor its invoice can be voided.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The void invoice.', body: invoice } },
  problems: ['not-found', 'invalid-status-transition', 'payment-in-progress', 'effective-tax-receipts'],
});

export const reissueInvoiceRoute = defineRoute({
  name: 'reissueInvoice',
  method: 'post',
  path: '/invoices/{id}/reissue',
  tag: 'subscriptions',
  summary: 'Reissue a voided invoice',
  description:
    'The new invoice has the lines of the voided one. It waits for approval if the subscription requires that. A ' +
    'cycle has one valid invoice at a time.',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 201: { description: 'The new invoice.', body: invoice, headers: { Location: 'The new invoice' } } },
  problems: ['not-found', 'cycle-is-invoiced', 'invoice-not-void'],
});
