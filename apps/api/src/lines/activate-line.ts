import { implement } from '@linework/http/implement';
import { activateLine as orderType } from '@linework/lines/order-types/activate-line';
import { activateLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { placeLineOrder } from './place-line-order.ts';

export const activateLine = implement(activateLineRoute, async (request, deps: Deps) => {
  return { status: 202, ...(await placeLineOrder(orderType, request, deps)) };
});
