import { retryOrder as retry } from '@linework/engine/commands/retry-order';
import { implement } from '@linework/http/implement';
import { retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';
import { acceptedOrder } from './accepted-order.ts';

export const retryOrder = implement(retryOrderRoute, async ({ params, body, caller }, deps: Deps) =>
  acceptedOrder(await retry(deps, { caller, orderId: params.orderId, input: body?.input, reason: body?.reason })),
);
