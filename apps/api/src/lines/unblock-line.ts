import { implement } from '@linework/http/implement';
import { unblockLine as orderType } from '@linework/lines/order-types/unblock-line';
import { unblockLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { placeLineOrder } from './place-line-order.ts';

export const unblockLine = implement(unblockLineRoute, async (request, deps: Deps) => {
  return { status: 202, ...(await placeLineOrder(orderType, request, deps)) };
});
