import { implement } from '@linework/http/implement';
import { getOrderRoute } from '@linework/schemas/orders/get-order.route';
import type { Deps } from '../deps.ts';

export const getOrder = implement(getOrderRoute, async ({ params, caller }, { orderQueries }: Deps) => ({
  status: 200,
  body: await orderQueries.findOrder({ caller, orderId: params.orderId }),
}));
