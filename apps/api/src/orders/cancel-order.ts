import { cancelOrder as cancel } from '@linework/engine/commands/cancel-order';
import { implement } from '@linework/http/implement';
import { cancelOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';
import { acceptedOrder } from './accepted-order.ts';

export const cancelOrder = implement(cancelOrderRoute, async ({ params, body, caller }, deps: Deps) =>
  acceptedOrder(await cancel(deps, { caller, orderId: params.orderId, reason: body?.reason })),
);
