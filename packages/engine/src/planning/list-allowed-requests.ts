import { type OrderRequest, orderLifecycle, unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import { isResourceMoved } from '../model/order-snapshot.ts';

/**
 * Lists the requests that an order allows now. An order that stopped can only be closed when another order has
 * superseded it or has moved its resource: its steps would act on what the other order has done. Pure.
 */
export function listAllowedRequests(order: OrderSnapshot, supersededBy: string | null): readonly OrderRequest[] {
  const requests = orderLifecycle.getRequests(order.status);
  return supersededBy !== null || hasLostResource(order) ? requests.filter((request) => request === 'close') : requests;
}

/** Whether the order stopped and another order has moved its resource since. Pure. */
export const hasLostResource = (order: OrderSnapshot): boolean =>
  (unresolvedStatuses as readonly string[]).includes(order.status) && isResourceMoved(order);
