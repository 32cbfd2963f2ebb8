import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import { type Draft, draftOf } from './draft.ts';
import { type Move, nextMove } from './next-move.ts';
import { declarationOf, type OrderAtHand, orderView, retryPolicyOf, stepViews } from './order-at-hand.ts';
import type { Progress } from './progress.ts';
import { backoffMs } from './step.ts';
import type { StepError } from './step-error.ts';

/** What came of the work that was under way. */
export type Outcome = { readonly outcome: 'done' } | { readonly outcome: 'passing' | 'refused' | 'parked'; readonly error: StepError };

/** What a worker does next, outside any transaction. */
export interface Work {
  readonly kind: 'execute' | 'undo';
  readonly position: number;
}

export interface Plan {
  readonly progress: Progress;
  /** The order as it will be when the progress is written. */
  readonly next: OrderAtHand;
  /** What to do when it is written: some work, plan again at once, park it, wait for a time, or leave it at rest. */
  readonly whatNext: Work | 'plan-again' | 'park' | { readonly waitMs: number } | 'rest';
}

export interface PlanSettings {
  readonly leaseMs: number;
  /** From 0 to 1: the jitter of a back-off. */
  readonly chance: number;
}

/**
 * From an order as it stands, and what came of the work that was under way, to everything that is to be written next: the
 * end of one step, the local steps that follow, the start of the next external one, all as one progress. Pure.
 */
export function planProgress(order: OrderAtHand, outcome: Outcome | null, hold: 'take' | 'keep', settings: PlanSettings): Plan {
  const draft = draftOf(order);
  if (order.status === 'PENDING') draft.moveOrder('IN_PROGRESS');
  const waitMs = outcome === null ? null : applyOutcome(draft, outcome, settings);
  if (waitMs !== null) {
    const progress = draft.finish({ hold: 'release', due: { inMs: waitMs }, notBeforeMs: waitMs });
    return { progress, next: afterwards(draft, progress), whatNext: { waitMs } };
  }
  const whatNext = advance(draft, order.status);
  const due = whatNext === 'rest' ? null : { leaseMs: settings.leaseMs };
  const progress = draft.finish({ hold, due, notBeforeMs: null });
  return { progress, next: afterwards(draft, progress), whatNext };
}

/** Takes an order only to park it: for one that is poison. */
export function planLastTake(order: OrderAtHand, { leaseMs }: Pick<PlanSettings, 'leaseMs'>): Plan {
  const draft = draftOf(order);
  if (order.status === 'PENDING') draft.moveOrder('IN_PROGRESS');
  const progress = draft.finish({ hold: 'take', due: { leaseMs }, notBeforeMs: null });
  return { progress, next: afterwards(draft, progress), whatNext: 'park' };
}

/** The order once the progress is written: the same sums as in `recordProgress`. */
function afterwards(draft: Draft, { hold, stepEnded }: Progress): OrderAtHand {
  const order = draft.order();
  const takes = stepEnded ? 0 : order.takes;
  if (hold === 'keep') return { ...order, takes };
  const run = order.run + 1;
  return hold === 'take' ? { ...order, run, takenRun: run, takes: takes + 1 } : { ...order, run, takes };
}

/** Writes down what came of the work; answers how long to wait before another attempt, or null to go on at once. */
function applyOutcome(draft: Draft, outcome: Outcome, settings: PlanSettings): number | null {
  if (outcome.outcome === 'parked') {
    park(draft, outcome.error);
    return null;
  }
  const order = draft.order();
  const running = order.steps.find(({ status }) => status === 'RUNNING');
  if (running) return endExecute(draft, running.position, outcome, settings);
  const undoing = order.steps.findLast(({ status }) => status === 'ROLLING_BACK');
  if (undoing) return endUndo(draft, undoing.position, outcome, settings);
  throw new Error(`order ${order.known.orderId} has an outcome, but no step under way`);
}

function endExecute(draft: Draft, position: number, outcome: Outcome, { chance }: PlanSettings): number | null {
  if (outcome.outcome === 'done') {
    draft.moveStep(position, { to: 'SUCCESS', error: null });
    return null;
  }
  const order = draft.order();
  const step = order.steps[position];
  const mayTryAgain = outcome.outcome === 'passing' && step !== undefined && step.attempt < step.attemptLimit;
  // An order that is being cancelled does not try again: it turns back.
  if (!mayTryAgain || order.status === 'CANCELLING') {
    draft.moveStep(position, { to: 'FAILED', error: outcome.error });
    return null;
  }
  draft.moveStep(position, { to: 'PENDING', error: outcome.error });
  return backoffMs(retryPolicyOf(order, position), step.attempt, chance);
}

function endUndo(draft: Draft, position: number, outcome: Outcome, { chance }: PlanSettings): number | null {
  if (outcome.outcome === 'done') {
    draft.moveStep(position, { to: 'ROLLED_BACK' });
    const declaration = declarationOf(draft.order(), position);
    if (declaration.kind === 'local') draft.apply(declaration.undo?.(draft.order().known) ?? []);
    return null;
  }
  const order = draft.order();
  const faults = (order.steps[position]?.undoAttempt ?? 0) + 1;
  const mayTryAgain = outcome.outcome === 'passing' && faults < (order.steps[position]?.undoAttemptLimit ?? 0);
  draft.moveStep(position, { to: mayTryAgain ? 'ROLLING_BACK' : 'ROLLBACK_FAILED', undoAttempts: 1, error: outcome.error });
  return mayTryAgain ? backoffMs(retryPolicyOf(order, position), faults, chance) : null;
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
  if (underWay) draft.moveStep(underWay.position, { to: underWay.status === 'RUNNING' ? 'FAILED' : 'ROLLBACK_FAILED', error });
  draft.emit({ type: 'order.parked', resourceType: 'order', resourceId: known.orderId, details: { error } });
  finishOrder(draft, parkedAs[draft.order().status] ?? 'FAILED');
}

/** Moves on until there is work for outside, or the order is at rest. */
function advance(draft: Draft, before: OrderStatus): Work | 'plan-again' | 'rest' {
  for (;;) {
    const order = draft.order();
    const move = nextMove(orderView(order), stepViews(order));
    // A statement moves an order once: one that was PENDING is IN_PROGRESS first, and finishes in the next.
    if (before === 'PENDING' && (move.move === 'finish' || move.move === 'turn-back')) return 'plan-again';
    const work = make(draft, move);
    if (work !== 'go-on') return work;
  }
}

function make(draft: Draft, move: Move): Work | 'go-on' | 'rest' {
  switch (move.move) {
    case 'execute':
      return execute(draft, move.position);
    case 'undo':
      return undo(draft, move.position);
    case 'turn-back':
      draft.moveOrder('ROLLING_BACK');
      return 'go-on';
    case 'finish':
      finishOrder(draft, move.status);
      return 'rest';
    case 'rest':
      return 'rest';
  }
}

function execute(draft: Draft, position: number): Work | 'go-on' {
  const order = draft.order();
  const declaration = declarationOf(order, position);
  if (declaration.kind === 'local') {
    draft.apply(declaration.changes(order.known));
    draft.moveStep(position, { to: 'SUCCESS', attempts: 1, error: null });
    return 'go-on';
  }
  // RUNNING already: its worker was lost. The same attempt goes on, under the same key.
  if (order.steps[position]?.status === 'PENDING') draft.moveStep(position, { to: 'RUNNING', attempts: 1 });
  return { kind: 'execute', position };
}

function undo(draft: Draft, position: number): Work {
  if (draft.order().steps[position]?.status !== 'ROLLING_BACK') draft.moveStep(position, { to: 'ROLLING_BACK' });
  return { kind: 'undo', position };
}

const turnedBack: readonly OrderStatus[] = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLED', 'CANCEL_FAILED'];

function finishOrder(draft: Draft, status: OrderStatus): void {
  const order = draft.order();
  if (turnedBack.includes(status)) skipPending(draft);
  draft.moveOrder(status);
  const { line: course } = order.type;
  if ('stays' in course) return;
  if (status === 'COMPLETED') draft.moveLine(course.done);
  else if (status === 'ROLLED_BACK' || status === 'CANCELLED') draft.moveLine(order.known.cameFrom ?? course.failed);
  else draft.moveLine(course.failed);
}

/** What never ran, and never will. */
export function skipPending(draft: Draft): void {
  for (const { position, status } of draft.order().steps) {
    if (status === 'PENDING') draft.moveStep(position, { to: 'SKIPPED' });
  }
}
