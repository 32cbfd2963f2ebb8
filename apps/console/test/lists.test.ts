import { listOffersRoute } from '@linework/schemas/catalog/offers.routes';
import { listDriftsRoute } from '@linework/schemas/drifts/drifts.routes';
import { listHoldersRoute } from '@linework/schemas/holders/holders.routes';
import { listResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import { listInvoicesRoute } from '@linework/schemas/invoices/invoices.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { listMoveInsRoute } from '@linework/schemas/move-ins/move-ins.routes';
import { listPaymentsRoute } from '@linework/schemas/payments/payments.routes';
import { listPortInsRoute } from '@linework/schemas/portability/port-ins.routes';
import { listPortOutsRoute } from '@linework/schemas/portability/port-outs.routes';
import { listRefundsRoute } from '@linework/schemas/refunds/refunds.routes';
import { listSubscriptionsRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { listTaxReceiptsRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { expect, it } from 'vitest';
import { driftFilters } from '../src/drifts/drift-filters.ts';
import { readTexts, toQuery } from '../src/lists/filters.ts';
import {
  holderFilters,
  invoiceFilters,
  lineFilters,
  moveInFilters,
  offerFilters,
  paymentFilters,
  portInFilters,
  portOutFilters,
  refundFilters,
  resourceFilters,
  subscriptionFilters,
  taxReceiptFilters,
} from '../src/lists/list-filters.ts';

const ofPages = ['cursor', 'limit', 'page', 'pageSize', 'sortBy', 'sortOrder'];

it.each([
  ['lines', lineFilters, listLinesRoute],
  ['drifts', driftFilters, listDriftsRoute],
  ['holders', holderFilters, listHoldersRoute],
  ['subscriptions', subscriptionFilters, listSubscriptionsRoute],
  ['resources', resourceFilters, listResourcesRoute],
  ['port-ins', portInFilters, listPortInsRoute],
  ['port-outs', portOutFilters, listPortOutsRoute],
  ['invoices', invoiceFilters, listInvoicesRoute],
  ['payments', paymentFilters, listPaymentsRoute],
  ['refunds', refundFilters, listRefundsRoute],
  ['tax receipts', taxReceiptFilters, listTaxReceiptsRoute],
  ['offers', offerFilters, listOffersRoute],
  ['move-ins', moveInFilters, listMoveInsRoute],
])('the page of %s filters by all that its route has', (_name, filters, { query }) => {
  const ofRoute = Object.keys(query.shape).filter((name) => !ofPages.includes(name));
  expect(filters.map(({ name }) => name).toSorted()).toEqual(ofRoute.toSorted());
});

it('the address of a list keeps its filters and its order, and sends nothing else', () => {
  const search = readTexts({ status: 'ACTIVE,BLOCKED', admin: '1', sortBy: 'updatedAt', msisdn: '', page: 2 });
  expect(toQuery(search, lineFilters)).toEqual({ status: 'ACTIVE,BLOCKED', sortBy: 'updatedAt' });
});
