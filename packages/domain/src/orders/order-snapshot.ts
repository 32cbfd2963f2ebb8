import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/orders/order-step.lifecycle';
import type { OrderView, StepView } from './decide-next-move.ts';
import type { OrderType } from './order-type.ts';
import { defaultRetry, type RetryPolicy, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';
import type { StepError } from './step-error.ts';

export interface StepSnapshot {
  readonly position: number;
  readonly status: OrderStepStatus;
  readonly attempt: number;
  readonly attemptLimit: number;
  /** How many attempts, from the first on, were refused. Below zero for good once nobody knows what became of a call. */
  readonly refusedAttempts: number;
  readonly undoAttempt: number;
  readonly undoAttemptLimit: number;
  /** What the last attempt came to grief of. */
  readonly error: StepError | null;
}

/** An order as it was read: what is needed to decide what comes next. */
export interface OrderSnapshot {
  readonly type: OrderType;
  readonly status: OrderStatus;
  readonly epoch: number;
  readonly acquiredEpoch: number;
  readonly acquisitions: number;
  /** How often its input was corrected: each input has idempotency keys of its own. */
  readonly inputRevision: number;
  /** Nobody is to take it yet, by the database's clock. */
  readonly isTooEarly: boolean;
  /** When it was placed, or, as long as nobody has taken it, the time that it waited for. */
  readonly waitingSince: Date;
  /** Since when it waits for a system that is away, and for how long by the clock of the database when it was read; null when it does not. */
  readonly away: { readonly since: Date; readonly ms: number } | null;
  readonly context: StepContext;
  readonly steps: readonly StepSnapshot[];
}

export function getStepDeclaration({ type }: OrderSnapshot, position: number): Step {
  const step = type.steps[position];
  if (!step) throw new Error(`order type ${type.code} has no step at position ${position}`);
  return step;
}

export const getRetryPolicy = (order: OrderSnapshot, position: number): RetryPolicy => getStepDeclaration(order, position).retry ?? defaultRetry;

export const toOrderView = (order: OrderSnapshot): OrderView => ({ status: order.status, onFailure: order.type.onFailure });

export const toStepViews = (order: OrderSnapshot): readonly StepView[] =>
  order.steps.map(({ position, status, attempt, refusedAttempts }) => ({
    position,
    status,
    attempt,
    refusedAttempts,
    pointOfNoReturn: getStepDeclaration(order, position).pointOfNoReturn ?? false,
  }));
