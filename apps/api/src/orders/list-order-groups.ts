import { implement } from '@linework/http/implement';
import { listOrderGroups as readGroups } from '@linework/orders/order-groups/list-order-groups';
import { listOrderGroupsRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const listOrderGroups = implement(listOrderGroupsRoute, async ({ query, caller }, { db }: Deps) => ({
  status: 200,
  body: await readGroups(db, caller, query),
}));
