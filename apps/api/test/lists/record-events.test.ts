import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { Route } from '@linework/http/define-route';
import {
  createRangeRoute,
  deleteRangeRoute,
  listRangeEventsRoute,
} from '@linework/schemas/inventory/ranges/ranges.routes';
import { listInvoiceEventsRoute } from '@linework/schemas/invoices/invoices.routes';
import { listPaymentEventsRoute } from '@linework/schemas/payments/payments.routes';
import { listPortInEventsRoute } from '@linework/schemas/portability/port-ins.routes';
import { listPortOutEventsRoute } from '@linework/schemas/portability/port-outs.routes';
import { listSubscriptionEventsRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { listTaxReceiptEventsRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { aPayment } from '@linework/testing/a-payment';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice } from '@linework/testing/an-invoice';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const of = { brokerId: client.broker.id };

async function typesOf(route: Route & { readonly path: string }, id: string): Promise<readonly string[]> {
  const response = await fetch(`${api.url}${route.path.replace('{id}', id)}`, { headers: { 'X-API-Key': client.key } });
  if (response.status !== 200) throw new Error(`the request returned ${response.status}`);
  return ((await response.json()) as { items: { type: string }[] }).items.map(({ type }) => type);
}

describe('the events of a record', () => {
  it.each([
    [
      'a subscription',
      listSubscriptionEventsRoute,
      () => aSubscription(api.db, 'PAUSED', of),
      ['subscription.created', 'subscription.paused'],
    ],
    ['an invoice', listInvoiceEventsRoute, () => anInvoice(api.db, 'PAID', of), ['invoice.opened', 'invoice.paid']],
    [
      'a payment',
      listPaymentEventsRoute,
      () => aPayment(api.db, 'CONFIRMED', of),
      ['payment.created', 'payment.confirmed'],
    ],
    [
      'a tax receipt',
      listTaxReceiptEventsRoute,
      () => aTaxReceipt(api.db, 'ACTIVE', of),
      ['tax_receipt.drafted', 'tax_receipt.issued'],
    ],
    [
      'a port-in',
      listPortInEventsRoute,
      () => aPortIn(api.db, 'PENDING', of),
      ['port_in.requested', 'port_in.accepted'],
    ],
    [
      'a port-out',
      listPortOutEventsRoute,
      () => aPortOut(api.db, 'IN_PROGRESS', of),
      ['port_out.agreed', 'port_out.started'],
    ],
  ] as const)('such as %s are listed, oldest first', async (_what, route, make, firstAndLast) => {
    const { id } = await make();
    const types = await typesOf(route, id);
    expect([types[0], types.at(-1)]).toEqual(firstAndLast);
  });

  it('remain after a range is deleted', async () => {
    const body = { kind: 'MSISDN', from: '+5521900010000', to: '+5521900010999', brokerId: of.brokerId } as const;
    const { id } = (await operator.call(createRangeRoute, { body })).body as { id: string };
    expect(await typesOf(listRangeEventsRoute, id)).toEqual(['range.created']);
    await operator.call(deleteRangeRoute, { params: { id } });
    expect(await typesOf(listRangeEventsRoute, id)).toEqual(['range.created', 'range.deleted']);
  });
});
