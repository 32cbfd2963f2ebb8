import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';
import type { OrderSnapshot } from './order-snapshot.ts';
import type { Transition } from './transition.ts';
import { draftTransition } from './transition-draft.ts';

/**
 * Undoes everything that had started of an order that FAILED. Raises not-found, invalid-status-transition, and conflict past
 * the point of no return.
 */
export function rollbackOrder(deps: ChangeOrderDeps, change: OrderChange) {
  return changeOrder(deps, { ...change, request: 'rollback' }, planRollback);
}

/** What a rollback writes. Pure. */
export function planRollback(order: OrderSnapshot): Transition {
  const draft = draftTransition(order);
  draft.moveOrder('ROLLING_BACK');
  return draft.build({ lease: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
