import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';
import { type Correction, correctInput } from './correct-input.ts';
import { draftOf } from './draft.ts';
import { type OrderAtHand, retryPolicyOf } from './order-at-hand.ts';
import type { Progress } from './progress.ts';

interface Retry extends OrderChange {
  /** What the order goes on with, instead of what it was placed with. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Goes on with an order that stopped, from the step that failed, with as many attempts as at first: forwards when it was
 * FAILED, with the undoing when that had given up. Raises not-found and invalid-status-transition, and validation-error with
 * every fault of the input.
 */
export function retryOrder(deps: ChangeOrderDeps, { input, ...change }: Retry) {
  return changeOrder(deps, { ...change, request: 'retry' }, async (order, tx) => {
    return planRetry(order, input && (await correctInput(tx, order, input)));
  });
}

/** What a retry writes. Pure. */
export function planRetry(order: OrderAtHand, correction?: Correction): Progress {
  const draft = draftOf(order);
  if (correction) draft.emit({ type: 'order.input-corrected', resourceType: 'order', resourceId: order.known.orderId, details: { ...correction } });
  for (const { position, status, attempt, attemptLimit, undoAttempt, undoAttemptLimit } of order.steps) {
    const { attempts } = retryPolicyOf(order, position);
    if (status === 'FAILED' && order.status === 'FAILED') draft.moveStep(position, { to: 'PENDING', granted: attempt + attempts - attemptLimit });
    if (status === 'ROLLBACK_FAILED') draft.moveStep(position, { to: 'ROLLING_BACK', undoGranted: undoAttempt + attempts - undoAttemptLimit });
  }
  if (order.status === 'FAILED' && 'meanwhile' in order.type.line) draft.moveLine(order.type.line.meanwhile);
  draft.moveOrder(order.status === 'FAILED' ? 'IN_PROGRESS' : order.status === 'ROLLBACK_FAILED' ? 'ROLLING_BACK' : 'CANCELLING');
  // A fresh start: what made it poison is taken for mended.
  return draft.finish({ hold: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
