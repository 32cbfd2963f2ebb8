import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPayments as readPayments } from '@linework/payments/list-payments';
import { listPaymentsRoute } from '@linework/schemas/payments/payments.routes';
import type { Deps } from '../deps.ts';

export const listPayments = implement(listPaymentsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readPayments(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
