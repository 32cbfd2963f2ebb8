import { findOrder } from '@linework/domain/orders/find-order';
import { implement } from '@linework/http/implement';
import { getOrderRoute } from '@linework/schemas/orders/get-order.route';
import type { Deps } from '../deps.ts';

export const getOrder = implement(getOrderRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findOrder(db, { caller, orderId: params.orderId }),
}));
