import { rollbackOrder as rollback } from '@linework/engine/commands/rollback-order';
import { implement } from '@linework/http/implement';
import { rollbackOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';
import { acceptedOrder } from './accepted-order.ts';

export const rollbackOrder = implement(rollbackOrderRoute, async ({ params, body, caller }, deps: Deps) =>
  acceptedOrder(await rollback(deps, { caller, orderId: params.orderId, reason: body?.reason })),
);
