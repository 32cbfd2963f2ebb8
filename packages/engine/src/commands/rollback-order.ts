import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { Transition } from '../model/transition.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';

/**
 * Starts the compensation of a FAILED order: every step that has started is undone. Raises not-found,
 * invalid-status-transition, and conflict after the point of no return.
 */
export function rollbackOrder(deps: ChangeOrderDeps, change: OrderChange) {
  return changeOrder(deps, { ...change, request: 'rollback' }, planRollback);
}

/** Plans the transition of a rollback. Pure. @internal */
export function planRollback(order: OrderSnapshot): Transition {
  const draft = draftTransition(order);
  draft.moveOrder('ROLLING_BACK');
  return draft.build({ lease: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
