import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/orders/order-step.lifecycle';

export interface OrderView {
  readonly status: OrderStatus;
  readonly onFailure: 'halt' | 'rollback';
}

export interface StepView {
  readonly position: number;
  readonly status: OrderStepStatus;
  readonly attempt: number;
  /** How many attempts, from the first on, were refused. */
  readonly refusedAttempts: number;
  readonly pointOfNoReturn: boolean;
}

export type Move =
  /** Start this step, or go on with it. */
  | { readonly move: 'execute'; readonly position: number }
  /** Undo this step, or go on undoing it. */
  | { readonly move: 'undo'; readonly position: number }
  /** A step gave up: from here on backwards. */
  | { readonly move: 'start-compensation' }
  | { readonly move: 'settle'; readonly status: OrderStatus }
  /** It is at rest: nothing to do until somebody asks for something. */
  | { readonly move: 'settled' };

const finishedStatuses: readonly OrderStepStatus[] = ['SUCCESS', 'SKIPPED'];
const startedStatuses: readonly OrderStepStatus[] = ['RUNNING', 'SUCCESS', 'ROLLING_BACK'];

/** What is to be done next for an order, whatever has happened to it so far. `steps` are in their order. */
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

/** Newest first, over every step that may have had an effect. An undo that gave up is passed over: all of them are tried. */
function decideBackwardMove(steps: readonly StepView[], endStatuses: { compensated: OrderStatus; compensationFailed: OrderStatus }): Move {
  const next = steps.findLast(mayHaveEffect);
  if (next) return { move: 'undo', position: next.position };
  const compensationFailed = steps.some(({ status }) => status === 'ROLLBACK_FAILED');
  return { move: 'settle', status: compensationFailed ? endStatuses.compensationFailed : endStatuses.compensated };
}

/**
 * Whether the step may have left something behind that is not undone. A refused call changed nothing, so a step whose attempts
 * were all refused has nothing to undo: its undo could only change what belongs to somebody else.
 */
export function mayHaveEffect(step: Pick<StepView, 'status' | 'attempt' | 'refusedAttempts'>): boolean {
  const isRefused = step.status === 'FAILED' || step.status === 'PENDING' ? step.attempt === step.refusedAttempts : false;
  return hasStarted(step) && !isRefused;
}

/** Whether the step was attempted and is not undone. Between two attempts it is PENDING again; one that FAILED without an attempt never reached its system. */
function hasStarted({ status, attempt }: Pick<StepView, 'status' | 'attempt'>): boolean {
  if (status === 'FAILED' || status === 'PENDING') return attempt > 0;
  return startedStatuses.includes(status);
}

/** Whether a step without a way back has started, be it that an operator skipped it afterwards. */
export function isPastPointOfNoReturn(steps: readonly StepView[]): boolean {
  return steps.some((step) => step.pointOfNoReturn && (hasStarted(step) || (step.status === 'SKIPPED' && step.attempt > 0)));
}
