import { skipStep as skip } from '@linework/engine/commands/skip-step';
import { implement } from '@linework/http/implement';
import { skipStepRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';
import { acceptedOrder } from './accepted-order.ts';

export const skipStep = implement(skipStepRoute, async ({ params, body, caller }, deps: Deps) =>
  acceptedOrder(await skip(deps, { caller, orderId: params.orderId, stepId: params.stepId, reason: body.reason })),
);
