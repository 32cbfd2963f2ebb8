import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listOrderEvents as readEvents } from '@linework/orders/list-order-events';
import { listOrderEventsRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const listOrderEvents = implement(listOrderEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readEvents(db, { caller, orderId: params.orderId, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
