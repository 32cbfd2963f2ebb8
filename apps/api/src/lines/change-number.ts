import { changeNumber as orderType } from '@linework/domain/order-types/change-number';
import { implement } from '@linework/http/implement';
import { changeNumberRoute } from '@linework/schemas/lines/change-number.route';
import type { Deps } from '../deps.ts';
import { orderOnLine } from './order-on-line.ts';

export const changeNumber = implement(changeNumberRoute, async (request, deps: Deps) => {
  const placing = { claims: [{ type: 'MSISDN', from: request.body.msisdn }] } as const;
  return { status: 202, ...(await orderOnLine(orderType, request, deps, placing)) };
});
