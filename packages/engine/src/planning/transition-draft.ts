import { orderStatusEvents } from '@linework/schemas/events';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/lifecycles/order-step.lifecycle';
import type { AttemptRecord } from '../model/attempt-record.ts';
import type { OrderSnapshot, StepSnapshot } from '../model/order-snapshot.ts';
import type { StepError } from '../model/step.ts';
import { type Effect, type EmitEvent, isEvent, type TableEffect } from '../model/step.ts';
import type { Facts } from '../model/step-context.ts';
import type { ResourceMove, StepTransition, Transition } from '../model/transition.ts';
import { mayHaveEffect } from './decide-next-move.ts';

interface StepMove {
  readonly to: OrderStepStatus;
  readonly attempts?: number;
  readonly undoAttempts?: number;
  readonly granted?: number;
  readonly undoGranted?: number;
  readonly error?: StepError | null;
  /**
   * The call that the system has accepted; null ends the wait for it. A step that changes its status awaits nothing.
   */
  readonly awaited?: { readonly reference: string; readonly deadlineMs: number } | null;
  /**
   * What the step found before its first call. It is forgotten once no attempt may have taken effect, because the next
   * one inspects again.
   */
  readonly found?: Facts;
  /**
   * The effect of the attempt: `none` if it was refused, `unknown` if its worker was lost and it starts again under the
   * same number.
   */
  readonly attemptEffect?: 'none' | 'unknown';
}

/**
 * Builds a transition. Several moves of one step are merged into one, from its first status to its last, because a
 * statement can change each row only once.
 */
export interface TransitionDraft<Systems = never> {
  /** The order after the moves so far. */
  order(): OrderSnapshot<Systems>;
  moveStep(position: number, move: StepMove): void;
  recordAttempt(record: AttemptRecord): void;
  moveOrder(to: OrderStatus, details?: Readonly<Record<string, unknown>>): void;
  moveResource(to: string): void;
  apply(effects: readonly Effect[]): void;
  emit(event: Omit<EmitEvent, 'effect'>): void;
  build(
    options: Pick<Transition, 'lease' | 'due' | 'notBeforeMs'> &
      Partial<Pick<Transition, 'cancellationReason' | 'keyId' | 'stepEnded' | 'isUnavailable' | 'keepsRow'>>,
  ): Transition;
}

const endedStepStatuses: readonly OrderStepStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK', 'ROLLBACK_FAILED'];

export function draftTransition<Systems>(before: OrderSnapshot<Systems>): TransitionDraft<Systems> {
  let after = before;
  const steps = new Map<number, StepTransition>();
  const attempts: AttemptRecord[] = [];
  const events: EmitEvent[] = [];
  const resourceMoves: ResourceMove[] = [];
  const tableEffects: TableEffect[] = [];

  const draft: TransitionDraft<Systems> = {
    order: () => after,
    moveStep(position, move) {
      const step = getStep(after, position);
      steps.set(position, mergeStepMoves(steps.get(position), step, move));
      after = { ...after, steps: after.steps.map((other) => (other === step ? applyStepMove(step, move) : other)) };
    },
    recordAttempt(record) {
      attempts.push(record);
    },
    moveOrder(to, details) {
      if (to === after.status) return;
      const statusEvent = { type: orderStatusEvents[to], resourceType: 'order', resourceId: after.context.orderId };
      draft.emit({ ...statusEvent, fromStatus: after.status, toStatus: to, ...(details && { details }) });
      after = { ...after, status: to };
    },
    moveResource(to) {
      const { resource } = after.context;
      if (resource.status === to) return;
      resourceMoves.push({ resourceId: resource.id, from: resource.status, to });
      const type = after.type.resource.statusEvents[to];
      const moved = { resourceType: resource.type, resourceId: resource.id, fromStatus: resource.status, toStatus: to };
      if (type) draft.emit({ type, ...moved });
      after = { ...after, context: { ...after.context, resource: { ...resource, status: to } } };
    },
    apply(effects) {
      for (const effect of effects) {
        if (isEvent(effect)) events.push(effect);
        else tableEffects.push(requireListed(effect, after));
      }
    },
    emit(event) {
      events.push({ effect: 'emit', ...event });
    },
    build: (options) => ({
      orderId: before.context.orderId,
      resource: before.type.resource,
      epoch: before.epoch,
      from: before.status,
      to: after.status,
      stepEnded: [...steps.values()].some(({ to }) => endedStepStatuses.includes(to)),
      steps: [...steps.values()],
      attempts,
      resourceMoves,
      effects: tableEffects,
      events,
      ...options,
    }),
  };

  return draft;
}

/** The statement has only the fragments that the resource type lists, so another effect would be lost. */
function requireListed(effect: TableEffect, { type, context }: OrderSnapshot): TableEffect {
  if (type.resource.effects.includes(effect.type)) return effect;
  throw new Error(
    `order ${context.orderId} has the effect ${effect.type.name}, which its resource type ${type.resource.name} ` +
      'does not list',
  );
}

function getStep({ steps, context }: OrderSnapshot, position: number): StepSnapshot {
  const step = steps.find((candidate) => candidate.position === position);
  if (!step) throw new Error(`order ${context.orderId} has no step at position ${position}`);
  return step;
}

function applyStepMove(step: StepSnapshot, move: StepMove): StepSnapshot {
  const { to, attempts = 0, undoAttempts = 0, granted = 0, undoGranted = 0, error = step.error } = move;
  const found = findFoundChange(step, move);
  return {
    ...step,
    status: to,
    error,
    attempt: step.attempt + attempts,
    undoAttempt: step.undoAttempt + undoAttempts,
    attemptLimit: step.attemptLimit + granted,
    undoAttemptLimit: step.undoAttemptLimit + undoGranted,
    refusedAttempts: countRefusedAttempts(step, move),
    awaited: applyAwaited(step, move),
    found: found === undefined ? step.found : found,
  };
}

function applyAwaited(step: StepSnapshot, move: StepMove): StepSnapshot['awaited'] {
  const change = findAwaitedChange(step, move);
  if (change === undefined) return step.awaited;
  // The deadline is counted from the first acceptance.
  return change && { reference: change.reference, leftMs: step.awaited?.leftMs ?? change.deadlineMs };
}

/** Undefined if what is stored does not change. */
function findFoundChange(step: StepSnapshot, move: StepMove): Facts | null | undefined {
  if (move.found !== undefined) return move.found;
  const after = {
    status: move.to,
    attempt: step.attempt + (move.attempts ?? 0),
    refusedAttempts: countRefusedAttempts(step, move),
  };
  return step.found !== null && (move.to === 'PENDING' || move.to === 'FAILED') && !mayHaveEffect(after)
    ? null
    : undefined;
}

/** Undefined if the stored call does not change. */
function findAwaitedChange(step: StepSnapshot, { to, awaited }: StepMove): StepTransition['awaited'] {
  return awaited === undefined && to !== step.status && step.awaited !== null ? null : awaited;
}

/**
 * Counts a refusal only if all earlier attempts were refused too. After one other outcome the count never equals the
 * attempts again.
 */
function countRefusedAttempts(
  { attempt, refusedAttempts }: StepSnapshot,
  { attemptEffect, attempts = 0 }: StepMove,
): number {
  if (attemptEffect === 'unknown') return -1;
  const after = attempt + attempts;
  return attemptEffect === 'none' && refusedAttempts === after - 1 ? after : refusedAttempts;
}

function mergeStepMoves(earlier: StepTransition | undefined, step: StepSnapshot, move: StepMove): StepTransition {
  const error =
    'error' in move
      ? { error: move.error ?? null }
      : earlier && 'error' in earlier
        ? { error: earlier.error ?? null }
        : {};
  const after = countRefusedAttempts(step, move);
  const refused = after === step.refusedAttempts ? earlier?.refusedAttempts : after;
  const foundChange = findFoundChange(step, move);
  const found = foundChange === undefined ? earlier?.found : foundChange;
  const change = findAwaitedChange(step, move);
  const awaited = change === undefined ? earlier?.awaited : change;
  return {
    position: step.position,
    from: earlier?.from ?? step.status,
    to: move.to,
    attempts: (earlier?.attempts ?? 0) + (move.attempts ?? 0),
    undoAttempts: (earlier?.undoAttempts ?? 0) + (move.undoAttempts ?? 0),
    granted: (earlier?.granted ?? 0) + (move.granted ?? 0),
    undoGranted: (earlier?.undoGranted ?? 0) + (move.undoGranted ?? 0),
    started: (earlier?.started ?? false) || (move.attempts ?? 0) > 0,
    failed:
      (earlier?.failed ?? false) ||
      (move.to !== step.status && (move.to === 'FAILED' || move.to === 'ROLLBACK_FAILED')),
    finished: (earlier?.finished ?? false) || move.to === 'SUCCESS',
    ...error,
    ...(refused !== undefined && { refusedAttempts: refused }),
    ...(awaited !== undefined && { awaited }),
    ...(found !== undefined && { found }),
  };
}
