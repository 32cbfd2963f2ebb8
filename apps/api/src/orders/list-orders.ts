import { listOrders as readOrders } from '@linework/domain/orders/list-orders';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listOrdersRoute } from '@linework/schemas/orders/list-orders.route';
import type { Deps } from '../deps.ts';

export const listOrders = implement(listOrdersRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readOrders(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
