import type { Caller } from '@linework/auth/caller';
import { findOrder } from '@linework/domain/orders/find-order';
import type { OrderType } from '@linework/domain/orders/order-type';
import { placeOrder } from '@linework/domain/orders/place-order';
import type { Deps } from '../deps.ts';

interface LineRequest {
  readonly params: { readonly id: string };
  readonly query: { readonly dryRun: boolean };
  readonly caller: Caller;
  readonly correlationId: string;
}

/** Places an order on the line of the request: answers the line, and where to watch the order. */
export async function orderOnLine(orderType: OrderType, { params, caller, correlationId }: LineRequest, deps: Deps) {
  const { orderId, line } = await placeOrder(deps, { orderType, caller, lineId: params.id, correlationId });
  return { body: line, headers: { Location: `/orders/${orderId}`, Link: `</orders/${orderId}>; rel="monitor"` } };
}

/** The order as it would be placed. Everything is tried for real, and taken back. */
export function rehearseOrderOnLine(orderType: OrderType, { params, caller, correlationId }: LineRequest, { db, ring }: Deps) {
  return db.rehearse(async (tx) => {
    const { orderId } = await placeOrder({ db: tx, ring }, { orderType, caller, lineId: params.id, correlationId });
    return findOrder(tx, { caller, orderId });
  });
}
