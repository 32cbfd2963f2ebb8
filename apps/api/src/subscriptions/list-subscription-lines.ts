import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listSubscriptionLinesRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { listSubscriptionLines as readLines } from '@linework/subscriptions/lines/list-subscription-lines';
import type { Deps } from '../deps.ts';

export const listSubscriptionLines = implement(
  listSubscriptionLinesRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readLines(db, { caller, subscriptionId: params.id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
