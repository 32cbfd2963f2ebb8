import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';
import { draftOf } from './draft.ts';
import { lineWhenUndone, skipWithoutEffect } from './finish-order.ts';
import type { OrderAtHand } from './order-at-hand.ts';
import type { Progress } from './progress.ts';

/**
 * Cancels an order: at once when nothing of it has run, else at the next step boundary, with everything that had started
 * undone. Raises not-found, invalid-status-transition, and conflict past the point of no return.
 */
export function cancelOrder(deps: ChangeOrderDeps, change: OrderChange) {
  const { reason = 'cancelled on request' } = change;
  return changeOrder(deps, { ...change, request: 'cancel' }, (order) => ({ ...planCancel(order), cancellationReason: reason }));
}

/** What a cancel writes. Pure. */
export function planCancel(order: OrderAtHand): Progress {
  const draft = draftOf(order);
  if (order.status === 'PENDING') {
    skipWithoutEffect(draft);
    draft.moveOrder('CANCELLED');
    draft.giveBackClaims();
    if ('meanwhile' in order.type.line) draft.moveLine(lineWhenUndone(order.type.line, order.known));
    return draft.finish({ hold: 'release', due: null, notBeforeMs: null });
  }
  draft.moveOrder('CANCELLING');
  const isHeld = order.run === order.takenRun;
  // A worker that may be in the middle of a call keeps the order, and its lease: an undo must not overtake the call.
  if (isHeld) return draft.finish({ hold: 'keep', due: { leaseMs: 1 }, notBeforeMs: null });
  return draft.finish({ hold: 'release', due: { inMs: 5_000 }, notBeforeMs: null });
}
