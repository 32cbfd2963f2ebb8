import type { OrderSnapshot } from '../model/order-snapshot.ts';

/**
 * Whether another order has moved the resource of a started order since: the resource has none of the statuses that
 * this order gives or allows. That order decides about the resource and its claims, so this one cannot go on with them.
 * It is usually superseded then. Pure.
 */
export function isResourceMoved({
  type: { change },
  context: { resource },
}: Pick<OrderSnapshot, 'type' | 'context'>): boolean {
  const expected = 'allowedStatuses' in change ? change.allowedStatuses : [change.pendingStatus, change.failureStatus];
  return !expected.includes(resource.status);
}
