import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const listOrders = implement(listOrdersRoute, async ({ query, caller, url }, { orderQueries }: Deps) => {
  const { items, meta, pages } = await orderQueries.listOrders(caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
