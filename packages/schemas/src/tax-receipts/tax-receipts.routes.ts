import { defineRoute } from '@linework/http/define-route';
import { booleanFromText, listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { listQuery, rangeEnd, rangeStart, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { states } from '../holders/postal-address.ts';
import { taxReceiptLifecycle } from '../lifecycles/tax-receipt.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { documentModel, documentModels, taxReceipt } from './tax-receipt.ts';

export const listTaxReceiptsRoute = defineRoute({
  name: 'listTaxReceipts',
  method: 'get',
  path: '/tax-receipts',
  tag: 'tax-receipts',
  summary: 'List tax receipts',
  description: 'Lists the tax receipts of the broker. An operator sees those of every broker.',
  scope: 'tax-receipts:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      issuedAtFrom: rangeStart,
      issuedAtTo: rangeEnd,
      status: listFromText(z.enum(taxReceiptLifecycle.statuses)).optional(),
      documentModel: listFromText(z.enum(documentModels)).optional(),
      uf: listFromText(z.enum(states)).optional(),
      number: wholeNumberFromText({ min: 1, max: 999_999_999 }).optional(),
      supplierId: listFromText(z.uuid()).optional(),
      customerId: listFromText(z.uuid()).optional(),
      invoiceId: listFromText(z.uuid()).optional(),
      brokerId: listFromText(z.uuid()).optional(),
      waitsForRates: booleanFromText
        .optional()
        .meta({ description: 'Drafts that are issued by themselves when the tax rates of their day are loaded.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of receipts.',
      body: pagedEnvelope(taxReceipt),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createTaxReceiptRoute = defineRoute({
  name: 'createTaxReceipt',
  method: 'post',
  path: '/tax-receipts',
  tag: 'tax-receipts',
  summary: 'Draft a tax receipt from an invoice',
  description:
    'The content of the receipt is fixed at this moment. 422 lists everything that keeps the invoice from having ' +
    'a receipt.',
  scope: 'tax-receipts:write',
  body: z.strictObject({
    invoiceId: z.uuid(),
    documentModel,
    supplierId: z.uuid().optional().meta({ description: "May be left out if the invoice's broker has only one." }),
    metadata: freeForm.optional(),
  }),
  responses: { 201: { description: 'The draft.', body: taxReceipt, headers: { Location: 'The receipt' } } },
  problems: [
    'customer-address-missing',
    'customer-anonymised',
    'fiscal-receipt-exists',
    'invoice-not-owed',
    'not-a-tax-receipt',
    'nothing-to-bill',
    'receipt-exists',
    'several-suppliers',
    'total-too-high',
    'unknown-invoice',
    'unknown-supplier',
  ],
});

export const getTaxReceiptRoute = defineRoute({
  name: 'getTaxReceipt',
  method: 'get',
  path: '/tax-receipts/{id}',
  tag: 'tax-receipts',
  summary: 'Get a tax receipt',
  description: 'The content of a receipt does not change after it is issued.',
  scope: 'tax-receipts:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The receipt.', body: taxReceipt } },
  problems: ['not-found'],
});

export const getTaxReceiptDocumentRoute = defineRoute({
  name: 'getTaxReceiptDocument',
  method: 'get',
  path: '/tax-receipts/{id}/document',
  tag: 'tax-receipts',
  summary: 'Get a tax receipt as PDF, or as the XML that was authorised',
  description: 'Only model 62 has XML, and only once it is issued. The PDF of a draft says that it is a draft.',
  scope: 'tax-receipts:read',
  cost: 'document',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    200: {
      description: 'The document, in the media type that `Accept` asks for.',
      mediaType: ['application/pdf', 'application/xml'],
      headers: { 'Content-Disposition': 'The suggested name of the file' },
    },
  },
  problems: ['not-found'],
});

export const listTaxReceiptEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listTaxReceiptEvents',
  path: '/tax-receipts/{id}/events',
  tag: 'tax-receipts',
  summary: 'List the events of a tax receipt, oldest first',
  scope: 'tax-receipts:read',
});

export const issueTaxReceiptRoute = defineRoute({
  name: 'issueTaxReceipt',
  method: 'post',
  path: '/tax-receipts/{id}/issue',
  tag: 'tax-receipts',
  summary: 'Issue a draft: assign its number and, for model 62, have it authorised',
  description:
    'A refusal of the tax authority is 422 with its `authorityCode`: the receipt stays a draft and keeps its ' +
    'number. A new issue calls the authority again, ' +
    'with the content rebuilt. 503 means that the authority did not respond: Linework repeats the call until it ' +
    'does, and the receipt then becomes ACTIVE. ' +
    'Meanwhile a repetition gets 409 with the code `authority-request-in-flight`; both have `Retry-After` with ' +
    'the time of the next call. ' +
    'Its taxes are those of the day of issue. If the rate of one is unknown, the response is 422 with the code ' +
    '`tax-rates-unknown`, the `day` and the `taxes`: ' +
    'the receipt stays a draft, its events say that it waits, and it is issued by itself when an operator has ' +
    'loaded the rates.',
  scope: 'tax-receipts:write',
  calls: 'tax-authority',
  hasSeveralTransactions: true,
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The receipt, issued.', body: taxReceipt } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'authority-request-in-flight',
    'customer-address-missing',
    'customer-anonymised',
    'invoice-not-owed',
    'not-a-tax-receipt',
    'refused-by-authority',
    'supplier-moved',
    'tax-rates-unknown',
    'total-too-high',
  ],
});

export const cancelTaxReceiptRoute = defineRoute({
  name: 'cancelTaxReceipt',
  method: 'post',
  path: '/tax-receipts/{id}/cancel',
  tag: 'tax-receipts',
  summary: 'Discard a draft, or cancel an issued receipt',
  description:
    'An issued receipt of model 62 can be cancelled until 120 hours after the end of the month in which it was ' +
    'authorised; later the response is 409 with the ' +
    '`deadline`. 503 means that the authority did not respond: Linework repeats the call until it does. Meanwhile ' +
    'a repetition gets 409 with the code ' +
    '`authority-request-in-flight`; both have `Retry-After` with the time of the next call.',
  scope: 'tax-receipts:write',
  calls: 'tax-authority',
  hasSeveralTransactions: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reason: z.string().trim().min(15).max(255).meta({ description: 'The reason; it is sent to the tax authority.' }),
  }),
  responses: { 200: { description: 'The receipt, cancelled.', body: taxReceipt } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'authority-request-in-flight',
    'cancellation-deadline-over',
    'invalid-reason',
    'refused-by-authority',
  ],
});
