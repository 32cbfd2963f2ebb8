import { lineArrivals, orderArrivals } from '@linework/schemas/events';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/orders/order-step.lifecycle';
import type { AttemptNote } from './attempt.ts';
import type { Change, EmitEvent, MoveClaims, MoveLineResources } from './changes.ts';
import type { OrderAtHand, StepAtHand } from './order-at-hand.ts';
import type { LineMove, Progress, StepProgress } from './progress.ts';
import type { StepError } from './step-error.ts';

export interface StepMove {
  readonly to: OrderStepStatus;
  readonly attempts?: number;
  readonly undoAttempts?: number;
  readonly granted?: number;
  readonly undoGranted?: number;
  readonly error?: StepError | null;
  /** Of the attempt: `none` when it was refused, `unknown` when nobody will tell and it is begun again under the same number. */
  readonly effect?: 'none' | 'unknown';
}

/**
 * A progress in the making. Moves of one record that follow each other become one, from where it was to where it ends:
 * a statement changes each row once.
 */
export interface Draft {
  /** The order as it will be. */
  order(): OrderAtHand;
  moveStep(position: number, move: StepMove): void;
  noteAttempt(note: AttemptNote): void;
  moveOrder(to: OrderStatus, details?: Readonly<Record<string, unknown>>): void;
  moveLine(to: LineStatus): void;
  apply(changes: readonly Change[]): void;
  /** What the order claimed is not needed: for an order that comes to nothing. */
  giveBackClaims(): void;
  /** Nobody will take what the order claimed, and the network may know it on the line: for an order that is closed. */
  holdBackClaims(): void;
  emit(event: Omit<EmitEvent, 'change'>): void;
  finish(rest: Pick<Progress, 'hold' | 'due' | 'notBeforeMs'> & Partial<Pick<Progress, 'cancellationReason' | 'keyId' | 'stepEnded' | 'isAway'>>): Progress;
}

const endsOfStep: readonly OrderStepStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK', 'ROLLBACK_FAILED'];

export function draftOf(before: OrderAtHand): Draft {
  let after = before;
  const steps = new Map<number, StepProgress>();
  const attempts: AttemptNote[] = [];
  const events: EmitEvent[] = [];
  const lineMoves: LineMove[] = [];
  const resourceMoves: MoveLineResources[] = [];
  const claimMoves: MoveClaims[] = [];

  const draft: Draft = {
    order: () => after,
    moveStep(position, move) {
      const step = stepAt(after, position);
      steps.set(position, merged(steps.get(position), step, move));
      after = { ...after, steps: after.steps.map((other) => (other === step ? moved(step, move) : other)) };
    },
    noteAttempt(note) {
      attempts.push(note);
    },
    moveOrder(to, details) {
      if (to === after.status) return;
      const arrival = { type: orderArrivals[to], resourceType: 'order', resourceId: after.known.orderId };
      draft.emit({ ...arrival, fromStatus: after.status, toStatus: to, ...(details && { details }) });
      after = { ...after, status: to };
    },
    moveLine(to) {
      const { line } = after.known;
      if (line === null || line.status === to) return;
      lineMoves.push({ lineId: line.id, from: line.status, to });
      draft.emit({ type: lineArrivals[to], resourceType: 'line', resourceId: line.id, fromStatus: line.status, toStatus: to });
      after = { ...after, known: { ...after.known, line: { ...line, status: to } } };
    },
    giveBackClaims() {
      const { type, known } = after;
      if (!type.claims || known.line === null) return;
      claimMoves.push({ change: 'move-claims', lineId: known.line.id, move: 'give-back' });
      // A number that was recalled for the line that is not to be stays with its holder.
      if (type.line.request === 'create') resourceMoves.push({ change: 'move-line-resources', lineId: known.line.id, move: 'leave' });
    },
    holdBackClaims() {
      const { type, known } = after;
      // What a line is made of is its own even while it is claimed, and given back when the line is deleted.
      if (!type.claims || known.line === null || type.line.request === 'create') return;
      claimMoves.push({ change: 'move-claims', lineId: known.line.id, move: 'hold-back' });
    },
    apply(changes) {
      for (const change of changes) {
        if (change.change === 'emit') events.push(change);
        else if (change.change === 'move-line-resources') resourceMoves.push(change);
        else claimMoves.push(change);
      }
    },
    emit(event) {
      events.push({ change: 'emit', ...event });
    },
    finish: (rest) => ({
      orderId: before.known.orderId,
      run: before.run,
      from: before.status,
      to: after.status,
      stepEnded: [...steps.values()].some(({ to }) => endsOfStep.includes(to)),
      steps: [...steps.values()],
      attempts,
      lineMoves,
      resourceMoves,
      claimMoves,
      events,
      ...rest,
    }),
  };

  return draft;
}

function stepAt({ steps, known }: OrderAtHand, position: number): StepAtHand {
  const step = steps.find((candidate) => candidate.position === position);
  if (!step) throw new Error(`order ${known.orderId} has no step at position ${position}`);
  return step;
}

function moved(step: StepAtHand, move: StepMove): StepAtHand {
  const { to, attempts = 0, undoAttempts = 0, granted = 0, undoGranted = 0, error = step.error } = move;
  return {
    ...step,
    status: to,
    error,
    attempt: step.attempt + attempts,
    undoAttempt: step.undoAttempt + undoAttempts,
    attemptLimit: step.attemptLimit + granted,
    undoAttemptLimit: step.undoAttemptLimit + undoGranted,
    refusedAttempts: refusedAttemptsAfter(step, move),
  };
}

/** A refusal counts only where every attempt before it was refused too: one that was not leaves a gap that is never closed. */
function refusedAttemptsAfter({ attempt, refusedAttempts }: StepAtHand, { effect }: StepMove): number {
  if (effect === 'unknown') return -1;
  return effect === 'none' && refusedAttempts === attempt - 1 ? attempt : refusedAttempts;
}

function merged(earlier: StepProgress | undefined, step: StepAtHand, move: StepMove): StepProgress {
  const error = 'error' in move ? { error: move.error ?? null } : earlier && 'error' in earlier ? { error: earlier.error ?? null } : {};
  const after = refusedAttemptsAfter(step, move);
  const refused = after === step.refusedAttempts ? earlier?.refusedAttempts : after;
  return {
    position: step.position,
    from: earlier?.from ?? step.status,
    to: move.to,
    attempts: (earlier?.attempts ?? 0) + (move.attempts ?? 0),
    undoAttempts: (earlier?.undoAttempts ?? 0) + (move.undoAttempts ?? 0),
    granted: (earlier?.granted ?? 0) + (move.granted ?? 0),
    undoGranted: (earlier?.undoGranted ?? 0) + (move.undoGranted ?? 0),
    started: (earlier?.started ?? false) || (move.attempts ?? 0) > 0,
    failed: (earlier?.failed ?? false) || (move.to !== step.status && (move.to === 'FAILED' || move.to === 'ROLLBACK_FAILED')),
    finished: (earlier?.finished ?? false) || move.to === 'SUCCESS',
    ...error,
    ...(refused !== undefined && { refusedAttempts: refused }),
  };
}
