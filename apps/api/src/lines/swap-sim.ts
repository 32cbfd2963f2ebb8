import { swapSim as orderType } from '@linework/domain/order-types/swap-sim';
import { implement } from '@linework/http/implement';
import { swapSimRoute } from '@linework/schemas/lines/swap-sim.route';
import type { Deps } from '../deps.ts';
import { orderOnLine } from './order-on-line.ts';

export const swapSim = implement(swapSimRoute, async (request, deps: Deps) => {
  const placing = { claims: [{ type: 'SIM', from: request.body.sim }] } as const;
  return { status: 202, ...(await orderOnLine(orderType, request, deps, placing)) };
});
