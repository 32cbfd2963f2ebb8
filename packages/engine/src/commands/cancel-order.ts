import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { Transition } from '../model/transition.ts';
import { getCompensatedStatus, skipStepsWithoutEffect } from '../planning/apply-outcome.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';

/**
 * Cancels an order. A PENDING order is cancelled immediately; otherwise the order stops at the next step boundary and
 * undoes every step that has started. Raises not-found, invalid-status-transition, and conflict after the point of no
 * return.
 */
export function cancelOrder(deps: ChangeOrderDeps, change: OrderChange) {
  const { reason = 'cancelled on request' } = change;
  return changeOrder(deps, { ...change, request: 'cancel' }, (order) => ({
    ...planCancel(order),
    cancellationReason: reason,
  }));
}

/** Plans the transition of a cancel. Pure. @internal */
export function planCancel(order: OrderSnapshot): Transition {
  const draft = draftTransition(order);
  if (order.status === 'PENDING') {
    skipStepsWithoutEffect(draft);
    draft.moveOrder('CANCELLED');
    draft.apply(order.type.whenUndone?.(order.context) ?? []);
    if ('pendingStatus' in order.type.change)
      draft.moveResource(getCompensatedStatus(order.type.change, order.context));
    return draft.build({ lease: 'release', due: null, notBeforeMs: null });
  }
  draft.moveOrder('CANCELLING');
  const isLeased = order.epoch === order.acquiredEpoch;
  // A worker may be in the middle of a call. It keeps its lease, so that no undo can run before that call ends.
  if (isLeased) return draft.build({ lease: 'renew', due: { leaseMs: 1 }, notBeforeMs: null });
  return draft.build({ lease: 'release', due: { inMs: 5_000 }, notBeforeMs: null });
}
