import { listPaymentMethods as readPaymentMethods } from '@linework/domain/payment-methods/list-payment-methods';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listPaymentMethodsRoute } from '@linework/schemas/payment-methods/list-payment-methods.route';
import type { Deps } from '../deps.ts';

export const listPaymentMethods = implement(listPaymentMethodsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readPaymentMethods(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
