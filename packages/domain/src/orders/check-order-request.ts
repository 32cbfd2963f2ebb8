import { conflict, invalidStatusTransition, unavailable } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { type OrderRequest, orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import { isPastPointOfNoReturn } from './decide-next-move.ts';
import { type OrderSnapshot, toStepViews } from './order-snapshot.ts';
import { isUnknownVersion, type UnknownVersion } from './unknown-version.ts';

export interface OrderRequestContext {
  readonly request: OrderRequest;
  /** The newer order that has superseded it. */
  readonly supersededBy: string | null;
}

/**
 * Whether this may be asked of an order as it stands: undefined, or the problem. That is invalid-status-transition when its status does not
 * allow it; conflict when there is no way back any more; unavailable (503) when this program does not know the version of the order's type.
 */
export function checkOrderRequest(order: OrderSnapshot | UnknownVersion, { request, supersededBy }: OrderRequestContext): Problem | undefined {
  if (isUnknownVersion(order)) return describeUnknownVersion(order);
  const { orderId } = order.context;
  const allowed = orderLifecycle.getRequests(order.status).filter((requestName) => supersededBy === null || requestName === 'close');
  if (!allowed.includes(request)) {
    const resource = { type: 'order', id: orderId };
    return invalidStatusTransition({ resource, currentStatus: order.status, requested: request, allowed, supersededBy: supersededBy ?? undefined });
  }
  const isCompensation = request === 'cancel' || request === 'rollback';
  if (!isCompensation || !isPastPointOfNoReturn(toStepViews(order))) return undefined;
  return conflict('A step that cannot be undone has started.', { code: 'past-point-of-no-return' });
}

/** 503 and not 409: during a release the next request may reach an API that knows it, and a 503 is never kept under an Idempotency-Key. */
function describeUnknownVersion({ orderId, type, version }: UnknownVersion): Problem {
  const detail = `Order ${orderId} was placed with version ${version} of ${type}, which this API does not know. Try again, or use the release that placed it.`;
  return unavailable(detail, 5, { code: 'order-version-unknown', members: { orderType: type, orderTypeVersion: version } });
}
