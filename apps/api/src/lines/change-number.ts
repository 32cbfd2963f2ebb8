import { implement } from '@linework/http/implement';
import { changeNumber as orderType } from '@linework/lines/order-types/change-number';
import { changeNumberRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';
import { placeLineOrder } from './place-line-order.ts';

export const changeNumber = implement(changeNumberRoute, async (request, deps: Deps) => {
  const options = { claims: [{ type: 'MSISDN', from: request.body.msisdn }] } as const;
  return { status: 202, ...(await placeLineOrder(orderType, request, deps, options)) };
});
