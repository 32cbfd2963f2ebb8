import { activateLine as orderType } from '@linework/domain/order-types/activate-line';
import { implement } from '@linework/http/implement';
import { activateLineRoute } from '@linework/schemas/lines/activate-line.route';
import type { Deps } from '../deps.ts';
import { placeLineOrder } from './place-line-order.ts';

export const activateLine = implement(activateLineRoute, async (request, deps: Deps) => {
  return { status: 202, ...(await placeLineOrder(orderType, request, deps)) };
});
