import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import { applyOutcome, type Outcome } from './apply-outcome.ts';
import { decideNextMove, type Move } from './decide-next-move.ts';
import { getStepDeclaration, type OrderSnapshot, toOrderView, toStepViews } from './order-snapshot.ts';
import { settleOrder } from './settle-order.ts';
import type { Transition } from './transition.ts';
import { draftTransition, type TransitionDraft } from './transition-draft.ts';
import type { AwaySettings } from './wait-for-system.ts';

/** What a worker does next, outside any transaction. */
export interface StepTask {
  readonly kind: 'execute' | 'undo';
  readonly position: number;
  /** The step was RUNNING already: whoever began this attempt may have called. */
  readonly isResumed?: true;
}

export interface Plan {
  readonly transition: Transition;
  /** The order as it will be when the progress is written. */
  readonly orderAfter: OrderSnapshot;
  /**
   * What to do when it is written: some work, plan again at once, park it, wait for a time, leave it to the sweep until its
   * system is back, or leave it at rest.
   */
  readonly followUp: StepTask | 'replan' | 'dead-letter' | { readonly waitMs: number } | 'wait-for-system' | 'settled';
}

export interface PlanSettings extends AwaySettings {
  readonly leaseMs: number;
}

/**
 * From an order as it stands, and what came of the work that was under way, to everything that is to be written next: the
 * end of one step, the local steps that follow, the start of the next external one, all as one progress. Pure.
 */
export function planTransition(order: OrderSnapshot, outcome: Outcome | null, lease: 'acquire' | 'renew', settings: PlanSettings): Plan {
  const draft = draftTransition(order);
  startIfPending(draft);
  const afterOutcome = outcome === null ? null : applyOutcome(draft, outcome, settings);
  if (afterOutcome !== null && afterOutcome !== 'replan') return planWait(draft, afterOutcome);
  const whatNext = afterOutcome ?? advanceUntilBlocked(draft, order.status);
  const due = whatNext === 'settled' ? null : { leaseMs: settings.leaseMs };
  const progress = draft.build({ lease, due, notBeforeMs: null });
  return { transition: progress, orderAfter: projectOrder(draft, progress), followUp: whatNext };
}

function planWait(draft: TransitionDraft, { waitMs, isAway }: { readonly waitMs: number; readonly isAway?: true }): Plan {
  const due = { inMs: waitMs };
  // The sweep rings for it, which looks at many in one statement.
  const progress = draft.build({ lease: 'release', due, notBeforeMs: isAway ? null : waitMs, ...(isAway && { isAway }) });
  return { transition: progress, orderAfter: projectOrder(draft, progress), followUp: isAway ? 'wait-for-system' : { waitMs } };
}

/** Renews the lease of an order whose step is RUNNING already, for work that was not begun. */
export function planRenewal(order: OrderSnapshot, task: StepTask, { leaseMs }: Pick<PlanSettings, 'leaseMs'>): Plan {
  // In full: what is left of the lease has been found too short.
  const progress = draftTransition(order).build({ lease: 'renew', due: { inMs: leaseMs }, notBeforeMs: null });
  return { transition: progress, orderAfter: order, followUp: task };
}

/** Takes an order only to park it: for one that is poison. */
export function planFinalAcquisition(order: OrderSnapshot, { leaseMs }: Pick<PlanSettings, 'leaseMs'>): Plan {
  const draft = draftTransition(order);
  startIfPending(draft);
  const progress = draft.build({ lease: 'acquire', due: { leaseMs }, notBeforeMs: null });
  return { transition: progress, orderAfter: projectOrder(draft, progress), followUp: 'dead-letter' };
}

/** The first take of an order; the line of one that waited for its time moves with it. */
function startIfPending(draft: TransitionDraft): void {
  const { status, type } = draft.order();
  if (status !== 'PENDING') return;
  draft.moveOrder('IN_PROGRESS');
  if ('pendingStatus' in type.line) draft.moveLine(type.line.pendingStatus);
}

/** The order once the progress is written: the same sums as in `recordProgress`. */
function projectOrder(draft: TransitionDraft, { lease, stepEnded, isAway }: Transition): OrderSnapshot {
  const order = draft.order();
  const acquisitions = (stepEnded ? 0 : order.acquisitions) - (isAway ? 1 : 0);
  const away = isAway || (lease !== 'release' && !stepEnded) ? order.away : null;
  if (lease === 'renew') return { ...order, acquisitions, away };
  const epoch = order.epoch + 1;
  return lease === 'acquire' ? { ...order, epoch, acquiredEpoch: epoch, acquisitions: acquisitions + 1, away } : { ...order, epoch, acquisitions, away };
}

/** Moves on until there is work for outside, or the order is at rest. */
function advanceUntilBlocked(draft: TransitionDraft, statusBefore: OrderStatus): StepTask | 'replan' | 'settled' {
  for (;;) {
    const order = draft.order();
    const move = decideNextMove(toOrderView(order), toStepViews(order));
    // A statement moves an order once: one that was PENDING, or turned back just now, finishes in the next.
    if (order.status !== statusBefore && (move.move === 'settle' || move.move === 'start-compensation')) return 'replan';
    const result = applyMove(draft, move);
    if (result !== 'continue') return result;
  }
}

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
  const declaration = getStepDeclaration(order, position);
  if (declaration.kind === 'local') {
    draft.apply(declaration.effects(order.context));
    draft.moveStep(position, { to: 'SUCCESS', attempts: 1, error: null });
    return 'continue';
  }
  if (declaration.isUnnecessary?.(order.context) && order.steps[position]?.status === 'PENDING') {
    draft.moveStep(position, { to: 'SKIPPED', error: null });
    return 'continue';
  }
  // RUNNING already: its worker was lost. The same attempt goes on, under the same key.
  if (order.steps[position]?.status === 'RUNNING') {
    recordLostAttempt(draft, position);
    return { kind: 'execute', position, isResumed: true };
  }
  draft.moveStep(position, { to: 'RUNNING', attempts: 1 });
  return { kind: 'execute', position };
}

function startUndo(draft: TransitionDraft, position: number): StepTask {
  const { status, undoAttempt = 0 } = draft.order().steps[position] ?? {};
  if (status === 'RUNNING') recordLostAttempt(draft, position);
  if (status !== 'ROLLING_BACK') draft.moveStep(position, { to: 'ROLLING_BACK' });
  draft.recordAttempt({ position, kind: 'undo', attempt: undoAttempt + 1, outcome: 'running', error: null });
  return { kind: 'undo', position };
}

/** The attempt that is under way, and of which nobody will tell any more. */
function recordLostAttempt(draft: TransitionDraft, position: number): void {
  const { attempt = 1 } = draft.order().steps[position] ?? {};
  draft.moveStep(position, { to: 'RUNNING', attemptEffect: 'unknown' });
  draft.recordAttempt({ position, kind: 'execute', attempt, outcome: 'lost', error: null });
}
