import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listSubscriptionsRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { listSubscriptions as readSubscriptions } from '@linework/subscriptions/list-subscriptions';
import type { Deps } from '../deps.ts';

export const listSubscriptions = implement(listSubscriptionsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readSubscriptions(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
