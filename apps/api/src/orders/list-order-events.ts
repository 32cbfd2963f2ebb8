import { listOrderEvents as readEvents } from '@linework/domain/orders/list-order-events';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listOrderEventsRoute } from '@linework/schemas/orders/list-order-events.route';
import type { Deps } from '../deps.ts';

export const listOrderEvents = implement(listOrderEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readEvents(db, { caller, orderId: params.orderId, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
