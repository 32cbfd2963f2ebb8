import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listOrdersRoute } from '@linework/schemas/orders/list-orders.route';
import type { Deps } from '../deps.ts';

export const listOrders = implement(listOrdersRoute, async ({ query, caller, url }, { orderBook }: Deps) => {
  const { items, meta, turns } = await orderBook.listOrders(caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
