import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/lifecycles/order-step.lifecycle';
import type { OrderView, StepView } from '../model/decision-view.ts';
import { type OrderSnapshot, toOrderView, toStepViews } from '../model/order-snapshot.ts';
import { findPauseOfMove, type Pause, type Pauses } from '../model/pause.ts';

export type Move =
  /** Start this step or continue it. */
  | { readonly move: 'execute'; readonly position: number }
  /** Undo this step or continue to undo it. */
  | { readonly move: 'undo'; readonly position: number }
  /** A step failed: start the compensation. */
  | { readonly move: 'start-compensation' }
  | { readonly move: 'settle'; readonly status: OrderStatus }
  /** The order has settled: nothing to do until the next request. */
  | { readonly move: 'settled' };

const finishedStatuses: readonly OrderStepStatus[] = ['SUCCESS', 'SKIPPED'];
const startedStatuses: readonly OrderStepStatus[] = ['RUNNING', 'SUCCESS', 'ROLLING_BACK'];

/** Decides the next move of an order from its current state alone. `steps` are sorted by position. Pure. */
export function decideNextMove(order: OrderView, steps: readonly StepView[]): Move {
  switch (order.status) {
    case 'PENDING':
    case 'IN_PROGRESS':
      return decideForwardMove(order, steps);
    case 'ROLLING_BACK':
      return decideBackwardMove(steps, { compensated: 'ROLLED_BACK', compensationFailed: 'ROLLBACK_FAILED' });
    case 'CANCELLING':
      return decideBackwardMove(steps, { compensated: 'CANCELLED', compensationFailed: 'CANCEL_FAILED' });
    default:
      return { move: 'settled' };
  }
}

function decideForwardMove({ onFailure }: OrderView, steps: readonly StepView[]): Move {
  const next = steps.find(({ status }) => !finishedStatuses.includes(status));
  if (!next) return { move: 'settle', status: 'COMPLETED' };
  if (next.status !== 'FAILED') return { move: 'execute', position: next.position };
  const canCompensate = onFailure === 'rollback' && !isPastPointOfNoReturn(steps);
  return canCompensate ? { move: 'start-compensation' } : { move: 'settle', status: 'FAILED' };
}

/**
 * Undoes every step that may have had an effect, the last one first. A failed undo does not stop the others. A call
 * that its system has accepted is waited for first: undone too early, it could still take effect afterwards.
 */
function decideBackwardMove(
  steps: readonly StepView[],
  endStatuses: { compensated: OrderStatus; compensationFailed: OrderStatus },
): Move {
  const awaited = steps.find(({ status, isAwaited }) => status === 'RUNNING' && isAwaited);
  if (awaited) return { move: 'execute', position: awaited.position };
  const next = steps.findLast(mayHaveEffect);
  if (next) return { move: 'undo', position: next.position };
  const compensationFailed = steps.some(({ status }) => status === 'ROLLBACK_FAILED');
  return { move: 'settle', status: compensationFailed ? endStatuses.compensationFailed : endStatuses.compensated };
}

/**
 * Whether the step may have an effect that is not undone. A refused call changes nothing, so a step whose attempts were
 * all refused has nothing to undo. Its undo could only change a subscriber that belongs to someone else.
 */
export function mayHaveEffect(step: Pick<StepView, 'status' | 'attempt' | 'refusedAttempts'>): boolean {
  const isRefused =
    step.status === 'FAILED' || step.status === 'PENDING' ? step.attempt === step.refusedAttempts : false;
  return hasStarted(step) && !isRefused;
}

/**
 * Whether the step was attempted and is not undone. Between two attempts a step is PENDING; a step that FAILED without
 * an attempt has not reached its system.
 */
function hasStarted({ status, attempt }: Pick<StepView, 'status' | 'attempt'>): boolean {
  if (status === 'FAILED' || status === 'PENDING') return attempt > 0;
  return startedStatuses.includes(status);
}

/** Whether a step that cannot be undone has started, even if an operator skipped it afterwards. */
export function isPastPointOfNoReturn(steps: readonly StepView[]): boolean {
  return steps.some(
    (step) => step.pointOfNoReturn && (hasStarted(step) || (step.status === 'SKIPPED' && step.attempt > 0)),
  );
}

/** Finds the pause that stops the next step of an order; undefined if it may go on. Pure. */
export function findPauseOfOrder(order: OrderSnapshot, pauses: Pauses): Pause | undefined {
  return pauses.length === 0
    ? undefined
    : findPauseOfMove(order, decideNextMove(toOrderView(order), toStepViews(order)), pauses);
}
