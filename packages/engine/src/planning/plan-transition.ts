import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { getStepDeclaration, type OrderSnapshot, toOrderView, toStepViews } from '../model/order-snapshot.ts';
import { findPauseOfMove, type Pauses } from '../model/pause.ts';
import type { StepError } from '../model/step.ts';
import type { Transition } from '../model/transition.ts';
import { applyOutcome, settleOrder } from './apply-outcome.ts';
import { decideNextMove, type Move } from './decide-next-move.ts';
import type { InspectedOutcome, Outcome } from './outcome.ts';
import { draftTransition, type TransitionDraft } from './transition-draft.ts';
import type { AfterOutcome, UnavailableSettings } from './wait-for-system.ts';

/** The step that a worker executes or undoes next, outside any database transaction. */
export interface StepTask {
  readonly kind: 'execute' | 'undo';
  readonly position: number;
  /** The step was already RUNNING: another worker started this attempt and may have made the call. */
  readonly isResumed?: true;
  /** What the step has found is stored now, and no call was made before. */
  readonly isInspected?: true;
  /** The system has accepted the call under this reference: poll how it stands in place of a call. */
  readonly reference?: string;
}

export interface Plan<Systems = never> {
  readonly transition: Transition;
  /** The order after the transition is written. */
  readonly orderAfter: OrderSnapshot<Systems>;
  /**
   * What the worker does after the commit: run a step, plan again immediately, dead-letter the order, wait for a time,
   * leave the order to the sweep until its system is back, or stop because the order has settled.
   */
  readonly followUp: StepTask | 'replan' | 'dead-letter' | { readonly waitMs: number } | 'wait-for-system' | 'settled';
}

export interface PlanSettings extends UnavailableSettings {
  readonly leaseMs: number;
  /** The time left of the worker's lease. If absent, the transition renews it. */
  readonly leaseLeftMs?: number;
  /** The pauses of now. A step that one of them stops does not start. */
  readonly pauses?: Pauses | undefined;
}

/**
 * Plans the next transition of an order from its state and the outcome of the running step: the end of that step, the
 * local steps after it and the start of the next external step. All of it is one transition. Pure.
 */
export function planTransition<Systems>(
  order: OrderSnapshot<Systems>,
  outcome: Outcome | null,
  lease: 'acquire' | 'renew',
  settings: PlanSettings,
): Plan<Systems> {
  const draft = draftTransition(order);
  startIfPending(draft);
  if (outcome?.outcome === 'inspected') return planInspected(draft, outcome, settings);
  const afterOutcome = outcome === null ? null : applyOutcome(draft, outcome, settings);
  if (afterOutcome !== null && afterOutcome !== 'replan') return planWait(draft, afterOutcome);
  const followUp = afterOutcome ?? advanceUntilBlocked(draft, order.status, settings.pauses);
  if (followUp === 'paused') return planPause(draft);
  const due = followUp === 'settled' ? null : { leaseMs: settings.leaseMs };
  const continues =
    lease === 'renew' && draft.order().status === order.status && isStepTask(followUp) && mayKeepRow(order, settings);
  const transition = draft.build({
    lease,
    due,
    notBeforeMs: null,
    ...(continues && { keepsRow: true, stepEnded: false }),
  });
  return { transition, orderAfter: projectOrder(draft, transition), followUp };
}

/** Less than this part of a lease is renewed, so that after any write a call has time to begin. */
const longLease = 0.75;

/**
 * Whether the order's row may stay as it is when a step has ended. One acquisition is not worth a write: the next one
 * counts two, and the end of the step after it counts from zero again.
 */
const mayKeepRow = (
  { unavailable, acquisitions }: OrderSnapshot,
  { leaseMs, leaseLeftMs = 0 }: PlanSettings,
): boolean => leaseLeftMs >= longLease * leaseMs && unavailable === null && acquisitions <= 1;

/**
 * Stores what the step has found, then calls it. A step that is being cancelled is not called, so its attempt does not
 * count.
 */
function planInspected<Systems>(
  draft: TransitionDraft<Systems>,
  { found }: InspectedOutcome,
  { leaseMs }: PlanSettings,
): Plan<Systems> {
  const { steps, status, context } = draft.order();
  const position = steps.find((step) => step.status === 'RUNNING')?.position;
  if (position === undefined)
    throw new Error(`order ${context.orderId} has inspected a step, but none of its steps is running`);
  const isCancelled = status === 'CANCELLING';
  draft.moveStep(position, isCancelled ? { to: 'PENDING', attempts: -1 } : { to: 'RUNNING', found });
  const transition = draft.build({ lease: 'renew', due: { leaseMs }, notBeforeMs: null });
  return {
    transition,
    orderAfter: projectOrder(draft, transition),
    followUp: isCancelled ? 'replan' : { kind: 'execute', position, isInspected: true },
  };
}

function planWait<Systems>(
  draft: TransitionDraft<Systems>,
  { waitMs, waitsFor }: Exclude<AfterOutcome, 'replan' | null>,
): Plan<Systems> {
  // A notification may acquire an order that waits for a call or a system; a back-off lasts to its end.
  const notBeforeMs = waitsFor === undefined ? waitMs : null;
  // An answer of the system shows that the order is not poison.
  const flags = {
    ...(waitsFor === 'system' && { isUnavailable: true as const }),
    ...(waitsFor === 'call' && { stepEnded: true }),
  };
  const transition = draft.build({ lease: 'release', due: { inMs: waitMs }, notBeforeMs, ...flags });
  // The sweep wakes up the orders that wait for a system, because it handles many of them in one statement.
  return {
    transition,
    orderAfter: projectOrder(draft, transition),
    followUp: waitsFor === 'system' ? 'wait-for-system' : { waitMs },
  };
}

/** Gives the order up before a paused step. The next wake-up finds it unstarted and makes it wait. */
function planPause<Systems>(draft: TransitionDraft<Systems>): Plan<Systems> {
  const transition = draft.build({ lease: 'release', due: { inMs: 1_000 }, notBeforeMs: null });
  return { transition, orderAfter: projectOrder(draft, transition), followUp: { waitMs: 0 } };
}

/** Renews the lease for a task that was not started because the lease was too short. Its step is already RUNNING. */
export function planRenewal<Systems>(
  order: OrderSnapshot<Systems>,
  task: StepTask,
  { leaseMs }: Pick<PlanSettings, 'leaseMs'>,
): Plan<Systems> {
  const transition = draftTransition(order).build({ lease: 'renew', due: { leaseMs }, notBeforeMs: null });
  return { transition, orderAfter: order, followUp: task };
}

/** Acquires a poison order only to dead-letter it. */
export function planFinalAcquisition<Systems>(
  order: OrderSnapshot<Systems>,
  { leaseMs }: Pick<PlanSettings, 'leaseMs'>,
): Plan<Systems> {
  const draft = draftTransition(order);
  startIfPending(draft);
  const transition = draft.build({ lease: 'acquire', due: { leaseMs }, notBeforeMs: null });
  return { transition, orderAfter: projectOrder(draft, transition), followUp: 'dead-letter' };
}

/**
 * The first acquisition of an order. The resource of a scheduled order changes its status here and not when the order
 * is placed.
 */
function startIfPending(draft: TransitionDraft): void {
  const { status, type } = draft.order();
  if (status !== 'PENDING') return;
  draft.moveOrder('IN_PROGRESS');
  if ('pendingStatus' in type.change) draft.moveResource(type.change.pendingStatus);
}

/** Computes the order after the transition is written, by the same rules as `commitTransition`. */
function projectOrder<Systems>(
  draft: TransitionDraft<Systems>,
  { lease, stepEnded, isUnavailable }: Transition,
): OrderSnapshot<Systems> {
  const order = draft.order();
  const acquisitions = (stepEnded ? 0 : order.acquisitions) - (isUnavailable ? 1 : 0);
  const unavailable = isUnavailable || (lease !== 'release' && !stepEnded) ? order.unavailable : null;
  if (lease === 'renew') return { ...order, acquisitions, unavailable };
  const epoch = order.epoch + 1;
  return lease === 'acquire'
    ? { ...order, epoch, acquiredEpoch: epoch, acquisitions: acquisitions + 1, unavailable }
    : { ...order, epoch, acquisitions, unavailable };
}

/** Applies moves until an external step has to run, a pause stops the next step, or the order settles. */
function advanceUntilBlocked(
  draft: TransitionDraft,
  statusBefore: OrderStatus,
  pauses: Pauses = [],
): StepTask | 'replan' | 'settled' | 'paused' {
  for (;;) {
    const order = draft.order();
    const move = decideNextMove(toOrderView(order), toStepViews(order));
    // A transition changes the status of an order once. If it has already changed, the next transition settles or
    // compensates the order. It also has the local steps before the end: a number must not be available while its line
    // is not terminated yet.
    if (
      order.status !== statusBefore &&
      (move.move === 'settle' || move.move === 'start-compensation' || isLocalExecute(order, move))
    )
      return 'replan';
    if (pauses.length > 0 && findPauseOfMove(order, move, pauses)) return 'paused';
    const result = applyMove(draft, move);
    if (result !== 'continue') return result;
  }
}

export const isStepTask = (followUp: Plan['followUp']): followUp is StepTask =>
  typeof followUp === 'object' && 'kind' in followUp;
const isLocalExecute = (order: OrderSnapshot, move: Move): boolean =>
  move.move === 'execute' && getStepDeclaration(order, move.position).kind === 'local';

function applyMove(draft: TransitionDraft, move: Move): StepTask | 'continue' | 'settled' {
  switch (move.move) {
    case 'execute':
      return startExecute(draft, move.position);
    case 'undo':
      return startUndo(draft, move.position);
    case 'start-compensation':
      draft.moveOrder('ROLLING_BACK');
      return 'continue';
    case 'settle':
      settleOrder(draft, move.status);
      return 'settled';
    case 'settled':
      return 'settled';
  }
}

function startExecute(draft: TransitionDraft, position: number): StepTask | 'continue' {
  const order = draft.order();
  const awaited = order.steps[position]?.awaited;
  if (awaited) return { kind: 'execute', position, reference: awaited.reference };
  const declaration = getStepDeclaration(order, position);
  if (declaration.kind === 'local') {
    const error = declaration.refuses?.(order.context);
    if (error) return refuseLocalStep(draft, position, error);
    draft.apply(declaration.effects(order.context));
    draft.moveStep(position, { to: 'SUCCESS', attempts: 1, error: null });
    return 'continue';
  }
  if (declaration.isUnnecessary?.(order.context) && order.steps[position]?.status === 'PENDING') {
    draft.moveStep(position, { to: 'SKIPPED', error: null });
    return 'continue';
  }
  // The step is already RUNNING, so its worker was lost. The same attempt continues with the same idempotency key.
  if (order.steps[position]?.status === 'RUNNING') {
    recordLostAttempt(draft, position);
    return { kind: 'execute', position, isResumed: true };
  }
  draft.moveStep(position, { to: 'RUNNING', attempts: 1 });
  return { kind: 'execute', position };
}

function refuseLocalStep(draft: TransitionDraft, position: number, error: StepError): 'continue' {
  const { attempt = 0 } = draft.order().steps[position] ?? {};
  draft.recordAttempt({ position, kind: 'execute', attempt: attempt + 1, outcome: 'refused', error });
  draft.moveStep(position, { to: 'FAILED', attempts: 1, error, attemptEffect: 'none' });
  return 'continue';
}

function startUndo(draft: TransitionDraft, position: number): StepTask {
  const { status, undoAttempt = 0, awaited } = draft.order().steps[position] ?? {};
  if (awaited) return { kind: 'undo', position, reference: awaited.reference };
  if (status === 'RUNNING') recordLostAttempt(draft, position);
  if (status !== 'ROLLING_BACK') draft.moveStep(position, { to: 'ROLLING_BACK' });
  draft.recordAttempt({ position, kind: 'undo', attempt: undoAttempt + 1, outcome: 'running', error: null });
  return { kind: 'undo', position };
}

/** Records that the running attempt lost its worker, so its outcome is unknown. */
function recordLostAttempt(draft: TransitionDraft, position: number): void {
  const { attempt = 1 } = draft.order().steps[position] ?? {};
  draft.moveStep(position, { to: 'RUNNING', attemptEffect: 'unknown' });
  draft.recordAttempt({ position, kind: 'execute', attempt, outcome: 'lost', error: null });
}
