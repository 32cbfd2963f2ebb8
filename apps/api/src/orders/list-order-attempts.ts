import { listOrderAttempts as readAttempts } from '@linework/engine/queries/list-order-attempts';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listOrderAttemptsRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const listOrderAttempts = implement(
  listOrderAttemptsRoute,
  async ({ params, query: { limit, cursor = 0 }, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readAttempts(db, { caller, orderId: params.orderId, limit, after: cursor });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
