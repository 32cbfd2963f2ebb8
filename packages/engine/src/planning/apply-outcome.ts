import { eventType } from '@linework/schemas/events';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { getRetryPolicy, getStepDeclaration } from '../model/order-snapshot.ts';
import { computeBackoffMs } from '../model/step.ts';
import type { StepError } from '../model/step-error.ts';
import { awaitCall, decideAwaitedCall } from './await-call.ts';
import type { AcceptedOutcome, InspectedOutcome, LiveOutcome, Outcome, UnavailableOutcome } from './outcome.ts';
import { settleOrder } from './settle-order.ts';
import type { TransitionDraft } from './transition-draft.ts';
import { type AfterOutcome, type UnavailableSettings, waitForSystem } from './wait-for-system.ts';

/**
 * After this many consecutive calls of one order without an answer its system counts as unavailable. The circuit
 * breaker opens after as many.
 */
const unavailableAfter = 3;

/**
 * Counts the consecutive calls of a step that its system did not answer. The count is stored in the error of the step,
 * because several workers may share the attempts and each of them may see too few to open its breaker. From the third
 * call on the system counts as unavailable. Each of these calls may have taken effect. A call that was not made does
 * not change the count; any answer resets it.
 */
function countUnanswered(lastError: StepError | null, outcome: LiveOutcome): LiveOutcome {
  const before = typeof lastError?.unansweredInARow === 'number' ? lastError.unansweredInARow : 0;
  if (outcome.outcome === 'unavailable')
    return before === 0 ? outcome : { ...outcome, error: { ...outcome.error, unansweredInARow: before } };
  if (outcome.outcome !== 'transient' || !outcome.isUnanswered) return outcome;
  const error = { ...outcome.error, unansweredInARow: before + 1 };
  if (error.unansweredInARow < unavailableAfter) return { outcome: 'transient', error };
  return { outcome: 'unavailable', error, mayHaveTakenEffect: true };
}

/** Writes the outcome of the running step into the draft and returns what the worker does next. */
export function applyOutcome(
  draft: TransitionDraft,
  outcome: Exclude<Outcome, InspectedOutcome>,
  settings: UnavailableSettings,
): AfterOutcome {
  if (outcome.outcome === 'dead-lettered') {
    deadLetter(draft, outcome.error);
    return null;
  }
  const { steps, context } = draft.order();
  const running = steps.find(({ status }) => status === 'RUNNING');
  const activeStep = running ?? steps.findLast(({ status }) => status === 'ROLLING_BACK');
  if (!activeStep) throw new Error(`order ${context.orderId} has an outcome, but none of its steps is running`);
  const counted = decideAwaitedCall(activeStep, countUnanswered(activeStep.error, outcome));
  if (counted.outcome === 'unavailable')
    return waitForSystem(draft, activeStep.position, { outcome: counted, settings });
  if (counted.outcome === 'accepted') return awaitCall(draft, activeStep, counted);
  return (running ? applyExecuteOutcome : applyUndoOutcome)(draft, activeStep.position, counted, settings.chance);
}

type FinalOutcome = Exclude<
  Outcome,
  UnavailableOutcome | AcceptedOutcome | InspectedOutcome | { readonly outcome: 'dead-lettered' }
>;

function applyExecuteOutcome(
  draft: TransitionDraft,
  position: number,
  outcome: FinalOutcome,
  chance: number,
): AfterOutcome {
  if (outcome.outcome === 'done') {
    draft.moveStep(position, { to: 'SUCCESS', error: null });
    return null;
  }
  const order = draft.order();
  const { attempt = 1, attemptLimit = 1 } = order.steps[position] ?? {};
  draft.recordAttempt({ position, kind: 'execute', attempt, ...outcome });
  const attemptEffect = outcome.outcome === 'refused' ? { attemptEffect: 'none' as const } : {};
  const canRetry = outcome.outcome === 'transient' && attempt < attemptLimit;
  // An order that is being cancelled does not retry; its compensation starts.
  if (!canRetry || order.status === 'CANCELLING') {
    draft.moveStep(position, { to: 'FAILED', error: outcome.error, ...attemptEffect });
    return null;
  }
  draft.moveStep(position, { to: 'PENDING', error: outcome.error });
  return { waitMs: computeBackoffMs(getRetryPolicy(order, position), attempt, chance) };
}

function applyUndoOutcome(
  draft: TransitionDraft,
  position: number,
  outcome: FinalOutcome,
  chance: number,
): AfterOutcome {
  const order = draft.order();
  const { undoAttempt = 0, undoAttemptLimit = 0, awaited } = order.steps[position] ?? {};
  const attempt = undoAttempt + 1;
  draft.recordAttempt({ position, kind: 'undo', attempt, error: null, ...outcome });
  if (outcome.outcome === 'done') {
    draft.moveStep(position, { to: 'ROLLED_BACK' });
    const declaration = getStepDeclaration(order, position);
    if (declaration.kind === 'local') draft.apply(declaration.undo?.(order.context) ?? []);
    return null;
  }
  const canRetry = outcome.outcome === 'transient' && attempt < undoAttemptLimit;
  draft.moveStep(position, {
    to: canRetry ? 'ROLLING_BACK' : 'ROLLBACK_FAILED',
    undoAttempts: 1,
    error: outcome.error,
    ...(awaited && { awaited: null }),
  });
  return canRetry ? { waitMs: computeBackoffMs(getRetryPolicy(order, position), attempt, chance) } : null;
}

const deadLetterStatuses: Partial<Record<OrderStatus, OrderStatus>> = {
  IN_PROGRESS: 'FAILED',
  ROLLING_BACK: 'ROLLBACK_FAILED',
  CANCELLING: 'CANCEL_FAILED',
};

/** Stops an order that cannot make progress; an operator has to look at it. */
function deadLetter(draft: TransitionDraft, reason: StepError): void {
  const { steps, context } = draft.order();
  const activeStep = steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  const error = activeStep?.error ? { ...reason, lastError: activeStep.error } : reason;
  if (activeStep?.status === 'RUNNING') {
    draft.recordAttempt({
      position: activeStep.position,
      kind: 'execute',
      attempt: activeStep.attempt,
      outcome: 'dead-lettered',
      error,
    });
    draft.moveStep(activeStep.position, { to: 'FAILED', error });
  } else if (activeStep) {
    draft.recordAttempt({
      position: activeStep.position,
      kind: 'undo',
      attempt: activeStep.undoAttempt + 1,
      outcome: 'dead-lettered',
      error,
    });
    draft.moveStep(activeStep.position, { to: 'ROLLBACK_FAILED', error });
  }
  draft.emit({
    type: eventType('order.dead_lettered'),
    resourceType: 'order',
    resourceId: context.orderId,
    details: { error },
  });
  settleOrder(draft, deadLetterStatuses[draft.order().status] ?? 'FAILED');
}
