import { implement } from '@linework/http/implement';
import { swapSim as orderType } from '@linework/lines/order-types/swap-sim';
import { swapSimRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { placeLineOrder } from './place-line-order.ts';

export const swapSim = implement(swapSimRoute, async (request, deps: Deps) => {
  const options = { claims: [{ type: 'SIM', from: request.body.sim }] } as const;
  return { status: 202, ...(await placeLineOrder(orderType, request, deps, options)) };
});
