import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPaymentMethods as readPaymentMethods } from '@linework/payments/methods/list-payment-methods';
import { listPaymentMethodsRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import type { Deps } from '../deps.ts';

export const listPaymentMethods = implement(listPaymentMethodsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readPaymentMethods(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
