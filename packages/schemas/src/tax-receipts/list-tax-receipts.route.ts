import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { listQuery, rangeEnd, rangeStart, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { states } from '../holders/postal-address.ts';
import { taxReceiptLifecycle } from './tax-receipt.lifecycle.ts';
import { documentModels, taxReceipt } from './tax-receipt.ts';

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
