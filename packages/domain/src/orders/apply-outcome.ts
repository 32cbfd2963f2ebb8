import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { Draft } from './draft.ts';
import { finishOrder } from './finish-order.ts';
import { declarationOf, retryPolicyOf } from './order-at-hand.ts';
import { backoffMs } from './step.ts';
import type { StepError } from './step-error.ts';
import { countUnanswered } from './unanswered-in-a-row.ts';
import { type AfterOutcome, type AwayOutcome, type AwaySettings, waitForSystem } from './wait-for-system.ts';

/** What came of the work that was under way. */
export type Outcome =
  | { readonly outcome: 'done' }
  /** `isUnanswered`: the system gave no answer. */
  | { readonly outcome: 'passing'; readonly isUnanswered?: true; readonly error: StepError }
  | { readonly outcome: 'refused' | 'parked'; readonly error: StepError }
  | AwayOutcome;

/** Writes down what came of the work; answers what follows from it. */
export function applyOutcome(draft: Draft, outcome: Outcome, settings: AwaySettings): AfterOutcome {
  if (outcome.outcome === 'parked') {
    park(draft, outcome.error);
    return null;
  }
  const { steps, known } = draft.order();
  const running = steps.find(({ status }) => status === 'RUNNING');
  const underWay = running ?? steps.findLast(({ status }) => status === 'ROLLING_BACK');
  if (!underWay) throw new Error(`order ${known.orderId} has an outcome, but no step under way`);
  const counted = countUnanswered(underWay.error, outcome);
  if (counted.outcome === 'away') return waitForSystem(draft, underWay.position, { outcome: counted, settings });
  return (running ? endExecute : endUndo)(draft, underWay.position, counted, settings.chance);
}

type Ended = Exclude<Outcome, AwayOutcome | { readonly outcome: 'parked' }>;

function endExecute(draft: Draft, position: number, outcome: Ended, chance: number): AfterOutcome {
  if (outcome.outcome === 'done') {
    draft.moveStep(position, { to: 'SUCCESS', error: null });
    return null;
  }
  const order = draft.order();
  const { attempt = 1, attemptLimit = 1 } = order.steps[position] ?? {};
  draft.noteAttempt({ position, kind: 'execute', attempt, ...outcome });
  const effect = outcome.outcome === 'refused' ? { effect: 'none' as const } : {};
  const mayTryAgain = outcome.outcome === 'passing' && attempt < attemptLimit;
  // An order that is being cancelled does not try again: it turns back.
  if (!mayTryAgain || order.status === 'CANCELLING') {
    draft.moveStep(position, { to: 'FAILED', error: outcome.error, ...effect });
    return null;
  }
  draft.moveStep(position, { to: 'PENDING', error: outcome.error });
  return { waitMs: backoffMs(retryPolicyOf(order, position), attempt, chance) };
}

function endUndo(draft: Draft, position: number, outcome: Ended, chance: number): AfterOutcome {
  const order = draft.order();
  const { undoAttempt = 0, undoAttemptLimit = 0 } = order.steps[position] ?? {};
  const attempt = undoAttempt + 1;
  draft.noteAttempt({ position, kind: 'undo', attempt, error: null, ...outcome });
  if (outcome.outcome === 'done') {
    draft.moveStep(position, { to: 'ROLLED_BACK' });
    const declaration = declarationOf(order, position);
    if (declaration.kind === 'local') draft.apply(declaration.undo?.(order.known) ?? []);
    return null;
  }
  const mayTryAgain = outcome.outcome === 'passing' && attempt < undoAttemptLimit;
  draft.moveStep(position, { to: mayTryAgain ? 'ROLLING_BACK' : 'ROLLBACK_FAILED', undoAttempts: 1, error: outcome.error });
  return mayTryAgain ? { waitMs: backoffMs(retryPolicyOf(order, position), attempt, chance) } : null;
}

const parkedAs: Partial<Record<OrderStatus, OrderStatus>> = {
  IN_PROGRESS: 'FAILED',
  ROLLING_BACK: 'ROLLBACK_FAILED',
  CANCELLING: 'CANCEL_FAILED',
};

/** The order goes no further whatever is tried: it stops where it is, for a person to look at. */
function park(draft: Draft, why: StepError): void {
  const { steps, known } = draft.order();
  const underWay = steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  const error = underWay?.error ? { ...why, lastError: underWay.error } : why;
  if (underWay?.status === 'RUNNING') {
    draft.noteAttempt({ position: underWay.position, kind: 'execute', attempt: underWay.attempt, outcome: 'parked', error });
    draft.moveStep(underWay.position, { to: 'FAILED', error });
  } else if (underWay) {
    draft.noteAttempt({ position: underWay.position, kind: 'undo', attempt: underWay.undoAttempt + 1, outcome: 'parked', error });
    draft.moveStep(underWay.position, { to: 'ROLLBACK_FAILED', error });
  }
  draft.emit({ type: 'order.parked', resourceType: 'order', resourceId: known.orderId, details: { error } });
  finishOrder(draft, parkedAs[draft.order().status] ?? 'FAILED');
}
