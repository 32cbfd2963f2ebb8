import { closeOrder as close } from '@linework/engine/commands/close-order';
import { implement } from '@linework/http/implement';
import { closeOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';
import { acceptedOrder } from './accepted-order.ts';

export const closeOrder = implement(closeOrderRoute, async ({ params, body, caller }, deps: Deps) =>
  acceptedOrder(await close(deps, { caller, orderId: params.orderId, reason: body.reason })),
);
