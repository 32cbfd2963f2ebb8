import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import { applyOutcome, type Outcome } from './apply-outcome.ts';
import { type Draft, draftOf } from './draft.ts';
import { finishOrder } from './finish-order.ts';
import { type Move, nextMove } from './next-move.ts';
import { declarationOf, type OrderAtHand, orderView, stepViews } from './order-at-hand.ts';
import type { Progress } from './progress.ts';
import type { AwaySettings } from './wait-for-system.ts';

/** What a worker does next, outside any transaction. */
export interface Work {
  readonly kind: 'execute' | 'undo';
  readonly position: number;
  /** The step was RUNNING already: whoever began this attempt may have called. */
  readonly isTakenOver?: true;
}

export interface Plan {
  readonly progress: Progress;
  /** The order as it will be when the progress is written. */
  readonly next: OrderAtHand;
  /**
   * What to do when it is written: some work, plan again at once, park it, wait for a time, leave it to the sweep until its
   * system is back, or leave it at rest.
   */
  readonly whatNext: Work | 'plan-again' | 'park' | { readonly waitMs: number } | 'wait-for-system' | 'rest';
}

export interface PlanSettings extends AwaySettings {
  readonly leaseMs: number;
}

/**
 * From an order as it stands, and what came of the work that was under way, to everything that is to be written next: the
 * end of one step, the local steps that follow, the start of the next external one, all as one progress. Pure.
 */
export function planProgress(order: OrderAtHand, outcome: Outcome | null, hold: 'take' | 'keep', settings: PlanSettings): Plan {
  const draft = draftOf(order);
  startIfNew(draft);
  const after = outcome === null ? null : applyOutcome(draft, outcome, settings);
  if (after !== null && after !== 'plan-again') return waitAfter(draft, after);
  const whatNext = after ?? advance(draft, order.status);
  const due = whatNext === 'rest' ? null : { leaseMs: settings.leaseMs };
  const progress = draft.finish({ hold, due, notBeforeMs: null });
  return { progress, next: afterwards(draft, progress), whatNext };
}

function waitAfter(draft: Draft, { waitMs, isAway }: { readonly waitMs: number; readonly isAway?: true }): Plan {
  const due = { inMs: waitMs };
  // The sweep rings for it, which looks at many in one statement.
  const progress = draft.finish({ hold: 'release', due, notBeforeMs: isAway ? null : waitMs, ...(isAway && { isAway }) });
  return { progress, next: afterwards(draft, progress), whatNext: isAway ? 'wait-for-system' : { waitMs } };
}

/** Renews the lease of an order whose step is RUNNING already, for work that was not begun. */
export function planRenewal(order: OrderAtHand, work: Work, { leaseMs }: Pick<PlanSettings, 'leaseMs'>): Plan {
  // In full: what is left of the lease has been found too short.
  const progress = draftOf(order).finish({ hold: 'keep', due: { inMs: leaseMs }, notBeforeMs: null });
  return { progress, next: order, whatNext: work };
}

/** Takes an order only to park it: for one that is poison. */
export function planLastTake(order: OrderAtHand, { leaseMs }: Pick<PlanSettings, 'leaseMs'>): Plan {
  const draft = draftOf(order);
  startIfNew(draft);
  const progress = draft.finish({ hold: 'take', due: { leaseMs }, notBeforeMs: null });
  return { progress, next: afterwards(draft, progress), whatNext: 'park' };
}

/** The first take of an order; the line of one that waited for its time moves with it. */
function startIfNew(draft: Draft): void {
  const { status, type } = draft.order();
  if (status !== 'PENDING') return;
  draft.moveOrder('IN_PROGRESS');
  if ('meanwhile' in type.line) draft.moveLine(type.line.meanwhile);
}

/** The order once the progress is written: the same sums as in `recordProgress`. */
function afterwards(draft: Draft, { hold, stepEnded, isAway }: Progress): OrderAtHand {
  const order = draft.order();
  const takes = (stepEnded ? 0 : order.takes) - (isAway ? 1 : 0);
  const away = isAway || (hold !== 'release' && !stepEnded) ? order.away : null;
  if (hold === 'keep') return { ...order, takes, away };
  const run = order.run + 1;
  return hold === 'take' ? { ...order, run, takenRun: run, takes: takes + 1, away } : { ...order, run, takes, away };
}

/** Moves on until there is work for outside, or the order is at rest. */
function advance(draft: Draft, before: OrderStatus): Work | 'plan-again' | 'rest' {
  for (;;) {
    const order = draft.order();
    const move = nextMove(orderView(order), stepViews(order));
    // A statement moves an order once: one that was PENDING, or turned back just now, finishes in the next.
    if (order.status !== before && (move.move === 'finish' || move.move === 'turn-back')) return 'plan-again';
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
  if (declaration.isNeedless?.(order.known) && order.steps[position]?.status === 'PENDING') {
    draft.moveStep(position, { to: 'SKIPPED', error: null });
    return 'go-on';
  }
  // RUNNING already: its worker was lost. The same attempt goes on, under the same key.
  if (order.steps[position]?.status === 'RUNNING') {
    noteLost(draft, position);
    return { kind: 'execute', position, isTakenOver: true };
  }
  draft.moveStep(position, { to: 'RUNNING', attempts: 1 });
  return { kind: 'execute', position };
}

function undo(draft: Draft, position: number): Work {
  const { status, undoAttempt = 0 } = draft.order().steps[position] ?? {};
  if (status === 'RUNNING') noteLost(draft, position);
  if (status !== 'ROLLING_BACK') draft.moveStep(position, { to: 'ROLLING_BACK' });
  draft.noteAttempt({ position, kind: 'undo', attempt: undoAttempt + 1, outcome: 'running', error: null });
  return { kind: 'undo', position };
}

/** The attempt that is under way, and of which nobody will tell any more. */
function noteLost(draft: Draft, position: number): void {
  const { attempt = 1 } = draft.order().steps[position] ?? {};
  draft.moveStep(position, { to: 'RUNNING', effect: 'unknown' });
  draft.noteAttempt({ position, kind: 'execute', attempt, outcome: 'lost', error: null });
}
