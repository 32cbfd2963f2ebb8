import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';
import { draftOf } from './draft.ts';
import type { OrderAtHand } from './order-at-hand.ts';
import type { Progress } from './progress.ts';

/**
 * Undoes everything that had started of an order that FAILED. Raises not-found, invalid-status-transition, and conflict past
 * the point of no return.
 */
export function rollbackOrder(deps: ChangeOrderDeps, change: OrderChange) {
  return changeOrder(deps, { ...change, request: 'rollback' }, planRollback);
}

/** What a rollback writes. Pure. */
export function planRollback(order: OrderAtHand): Progress {
  const draft = draftOf(order);
  draft.moveOrder('ROLLING_BACK');
  return draft.finish({ hold: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
