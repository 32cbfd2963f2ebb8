import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listInvoices as readInvoices } from '@linework/invoices/list-invoices';
import { listInvoicesRoute, listSubscriptionInvoicesRoute } from '@linework/schemas/invoices/invoices.routes';
import { findSubscription } from '@linework/subscriptions/find-subscription';
import type { Deps } from '../deps.ts';

export const listInvoices = implement(listInvoicesRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readInvoices(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});

export const listSubscriptionInvoices = implement(
  listSubscriptionInvoicesRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { id: subscriptionId } = params;
    await findSubscription(db, { caller, subscriptionId });
    const { items, meta, pages } = await readInvoices(db, caller, { ...query, subscriptionId: [subscriptionId] });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
