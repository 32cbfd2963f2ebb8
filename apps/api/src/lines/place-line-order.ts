import type { Caller } from '@linework/auth/caller';
import { type LineOrderRequest, placeOrder } from '@linework/lines/commands/place-order';
import type { LineOrderType } from '@linework/lines/order-types/line-order-type';
import type { Deps } from '../deps.ts';
import { buildOrderHeaders } from '../orders/build-order-headers.ts';

export interface LineRequest {
  readonly params: { readonly id: string };
  readonly query: { readonly notBefore?: Date | undefined };
  readonly caller: Caller;
  readonly correlationId: string;
}

/** The claims of an operation, in addition to its order type. */
type OrderClaims = Pick<LineOrderRequest, 'claims'>;

/** Places an order on the line of the request; returns the line and the headers that locate the order. */
export async function placeLineOrder(
  orderType: LineOrderType,
  { params, query, caller, correlationId }: LineRequest,
  deps: Deps,
  options: OrderClaims = {},
) {
  const { orderId, line } = await placeOrder(deps, {
    orderType,
    caller,
    lineId: params.id,
    correlationId,
    notBefore: query.notBefore,
    ...options,
  });
  return { body: line, headers: buildOrderHeaders(orderId) };
}
