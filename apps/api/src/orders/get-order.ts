import { implement } from '@linework/http/implement';
import { getOrderRoute } from '@linework/schemas/orders/get-order.route';
import type { Deps } from '../deps.ts';

export const getOrder = implement(getOrderRoute, async ({ params, caller }, { orderBook }: Deps) => ({
  status: 200,
  body: await orderBook.findOrder({ caller, orderId: params.orderId }),
}));
