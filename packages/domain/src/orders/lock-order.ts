import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, invalidStatusTransition, unavailable } from '@linework/problem-details/make-problem';
import { type OrderRequest as Asked, orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import { noSuchOrder } from './find-order.ts';
import { loadOrders } from './load-orders.ts';
import { isPastNoReturn } from './next-move.ts';
import { type OrderAtHand, stepViews } from './order-at-hand.ts';
import type { OrderTypes } from './order-type.ts';
import { isUnknown, type UnknownVersion } from './unknown-version.ts';

const lockOrderStatement = statement(
  'lock-order',
  'SELECT superseded_by FROM orders WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) FOR UPDATE',
);

export interface OrderAsked {
  readonly caller: Caller;
  readonly orderId: string;
  readonly request: Asked;
}

/**
 * Locks an order for something that was asked of it, and reads it. Raises not-found; invalid-status-transition when it may
 * not be asked for now; conflict when there is no way back any more; unavailable (503) when this program does not know the version of the order's type.
 */
export async function lockOrder(tx: Db, orderTypes: OrderTypes, { caller, orderId, request }: OrderAsked): Promise<OrderAtHand> {
  const [locked] = await tx.query<{ superseded_by: string | null }>(lockOrderStatement, [orderId, caller.brokerId]);
  // Read after the lock, in a statement of its own, so that its steps are seen as they are now.
  const [order] = locked ? await loadOrders(tx, orderTypes, [orderId]) : [];
  if (!locked || !order) throw noSuchOrder(orderId);
  if (isUnknown(order)) throw notKnown(order);
  const allowed = orderLifecycle.requestsFrom(order.status).filter((asked) => locked.superseded_by === null || asked === 'close');
  if (!allowed.includes(request)) {
    const supersededBy = locked.superseded_by ?? undefined;
    throw invalidStatusTransition({ resource: { type: 'order', id: orderId }, currentStatus: order.status, requested: request, allowed, supersededBy });
  }
  const goesBack = request === 'cancel' || request === 'rollback';
  if (goesBack && isPastNoReturn(stepViews(order))) {
    throw conflict('A step that cannot be undone has started.', { code: 'past-point-of-no-return' });
  }
  return order;
}

/** 503 and not 409: during a release the next request may reach an API that knows it, and a 503 is never kept under an Idempotency-Key. */
function notKnown({ orderId, type, version }: UnknownVersion): Error {
  const detail = `Order ${orderId} was placed with version ${version} of ${type}, which this API does not know. Try again, or use the release that placed it.`;
  return unavailable(detail, 5, { code: 'order-version-unknown', members: { orderType: type, orderTypeVersion: version } });
}
