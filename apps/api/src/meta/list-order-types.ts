import type { OrderType } from '@linework/domain/orders/order-type';
import { sourcesOf } from '@linework/domain/orders/place-order';
import { implement } from '@linework/http/implement';
import { listOrderTypesRoute } from '@linework/schemas/meta/list-order-types.route';
import type { Deps } from '../deps.ts';

export const listOrderTypes = implement(listOrderTypesRoute, async (_request, { orderTypes }: Deps) => ({
  status: 200,
  body: { items: [...orderTypes.values()].map(showOrderType) },
}));

/** An order type as it is published. */
export function showOrderType(orderType: OrderType) {
  const { code, summary, onFailure, line, steps } = orderType;
  return {
    code,
    summary,
    onFailure,
    request: line.request,
    from: line.request === 'create' ? [] : [...sourcesOf(orderType)],
    steps: steps.map(({ code: step, action, kind, pointOfNoReturn = false }) => ({ code: `${code}.${step}`, actionCode: action, kind, pointOfNoReturn })),
  };
}
