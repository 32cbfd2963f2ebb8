import { conflict, invalidStatusTransition, unavailable } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { OrderRequest } from '@linework/schemas/lifecycles/order.lifecycle';
import { isUnknownVersion, type UnknownVersion } from '../model/engine-observer.ts';
import { type OrderSnapshot, toStepViews } from '../model/order-snapshot.ts';
import { isPastPointOfNoReturn } from '../planning/decide-next-move.ts';
import { hasLostResource, listAllowedRequests } from '../planning/list-allowed-requests.ts';

export interface OrderRequestContext {
  readonly request: OrderRequest;
  /** The newer order that has superseded it. */
  readonly supersededBy: string | null;
}

/**
 * Checks whether the order allows the request in its current state. Returns undefined or the problem:
 * invalid-status-transition when the status does not allow the request, conflict after the point of no return,
 * unavailable (503) when this program does not know the version of the order type.
 */
export function checkOrderRequest(
  order: OrderSnapshot | UnknownVersion,
  { request, supersededBy }: OrderRequestContext,
): Problem | undefined {
  if (isUnknownVersion(order)) return describeUnknownVersion(order);
  const allowed = listAllowedRequests(order, supersededBy);
  if (!allowed.includes(request)) return describeRefusal(order, { request, supersededBy }, allowed);
  const isCompensation = request === 'cancel' || request === 'rollback';
  if (!isCompensation || !isPastPointOfNoReturn(toStepViews(order))) return undefined;
  return conflict('A step that cannot be undone has started.', { code: 'past-point-of-no-return' });
}

function describeRefusal(
  order: OrderSnapshot,
  { request, supersededBy }: OrderRequestContext,
  allowed: readonly OrderRequest[],
): Problem {
  const { orderId, resource: moved } = order.context;
  const because = hasLostResource(order) ? `its ${moved.type} has become ${moved.status} since` : undefined;
  const base = { resource: { type: 'order', id: orderId }, currentStatus: order.status, requested: request, allowed };
  return invalidStatusTransition({ ...base, ...(supersededBy === null ? { because } : { supersededBy }) });
}

/**
 * The status is 503 and not 409. During a release the next request may reach an API that knows the version, and a 503
 * is not stored under an Idempotency-Key.
 */
function describeUnknownVersion({ orderId, type, version }: UnknownVersion): Problem {
  const detail =
    `Order ${orderId} was placed with version ${version} of ${type}, which this API does not know. Try again, or ` +
    'use the release that placed it.';
  return unavailable(detail, 5, {
    code: 'order-version-unknown',
    members: { orderType: type, orderTypeVersion: version },
  });
}
