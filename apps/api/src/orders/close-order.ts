import { closeOrder as close } from '@linework/domain/orders/close-order';
import { implement } from '@linework/http/implement';
import { closeOrderRoute } from '@linework/schemas/orders/close-order.route';
import type { Deps } from '../deps.ts';

export const closeOrder = implement(closeOrderRoute, async ({ params, body, caller }, deps: Deps) => ({
  status: 202,
  body: await close(deps, { caller, orderId: params.orderId, reason: body.reason }),
}));
