import { eventType } from '@linework/schemas/events';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { getRetryPolicy, getStepDeclaration, isResourceMoved, type StepSnapshot } from '../model/order-snapshot.ts';
import type { StatusChange } from '../model/order-type.ts';
import { computeBackoffMs, type StepError } from '../model/step.ts';
import type { StepContext } from '../model/step-context.ts';
import { mayHaveEffect } from './decide-next-move.ts';
import type { AcceptedOutcome, InspectedOutcome, LiveOutcome, Outcome, UnavailableOutcome } from './outcome.ts';
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

/** A system that asks to be polled all the time is not. */
const shortestWaitMs = 100;
/** After a poll without a result. */
const retryPollMs = 2_000;

/**
 * Decides the outcome of a poll of an awaited call. A poll that failed is repeated. After the deadline a poll that does
 * not end the call fails its attempt, with an unknown outcome. A system that is unavailable is waited for even after
 * the deadline, because the call may be done.
 * @internal
 */
export function decideAwaitedCall({ awaited }: StepSnapshot, outcome: LiveOutcome): LiveOutcome {
  if (awaited === null || (outcome.outcome !== 'accepted' && outcome.outcome !== 'transient')) return outcome;
  const lastError = outcome.error;
  if (awaited.leftMs <= 0) return { outcome: 'transient', error: createLateError(awaited.reference, lastError) };
  if (outcome.outcome === 'accepted') return outcome;
  return {
    outcome: 'accepted',
    reference: awaited.reference,
    pollInMs: retryPollMs,
    deadlineMs: Math.ceil(awaited.leftMs),
    error: outcome.error,
  };
}

/** Stores the accepted call and returns when to poll. The last poll is at the deadline. */
function awaitCall(
  draft: TransitionDraft,
  { position, status, awaited }: StepSnapshot,
  outcome: AcceptedOutcome,
): AfterOutcome {
  const { reference, pollInMs, deadlineMs, error = null } = outcome;
  draft.moveStep(position, { to: status, error, awaited: { reference, deadlineMs } });
  const leftMs = Math.ceil(awaited?.leftMs ?? deadlineMs);
  return { waitMs: Math.max(shortestWaitMs, Math.min(pollInMs, leftMs)), waitsFor: 'call' };
}

const createLateError = (reference: string, lastError: StepError | undefined): StepError => ({
  code: 'not-done-in-time',
  detail: `The system accepted this call as ${reference} and did not finish it in time.`,
  ...(lastError && { lastError }),
});

const compensatedStatuses: readonly OrderStatus[] = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLED', 'CANCEL_FAILED'];

/**
 * Settles an order and gives its resource the status that the order type declares for this result. A compensated order
 * leaves the resource and its claims as they are if another order has moved the resource.
 */
export function settleOrder(draft: TransitionDraft, status: OrderStatus): void {
  const { context, type } = draft.order();
  const isCompensated = status === 'ROLLED_BACK' || status === 'CANCELLED';
  const endsCompensation = compensatedStatuses.includes(status);
  if (endsCompensation) skipStepsWithoutEffect(draft);
  draft.moveOrder(status);
  if (endsCompensation && isResourceMoved(draft.order())) return;
  if (isCompensated) draft.apply(type.whenUndone?.(context) ?? []);
  if ('allowedStatuses' in type.change) return;
  if (status === 'COMPLETED') draft.moveResource(getSuccessStatus(type.change, context));
  else draft.moveResource(isCompensated ? getCompensatedStatus(type.change, context) : type.change.failureStatus);
}

function getSuccessStatus({ successStatus }: StatusChange, { input }: StepContext): string {
  if (typeof successStatus === 'string') return successStatus;
  return input[successStatus.inputName] === true ? successStatus.ifRequested : successStatus.otherwise;
}

/** The status of the resource after its order is compensated. */
export function getCompensatedStatus(
  { compensatedStatus, failureStatus }: StatusChange,
  { previousStatus }: StepContext,
): string {
  return compensatedStatus ?? previousStatus ?? failureStatus;
}

/** Skips the steps that never ran, were refused or never reached their system. They have nothing to undo. */
export function skipStepsWithoutEffect(draft: TransitionDraft): void {
  for (const step of draft.order().steps) {
    const { position, status } = step;
    if ((status === 'PENDING' || status === 'FAILED') && !mayHaveEffect(step))
      draft.moveStep(position, { to: 'SKIPPED' });
  }
}
