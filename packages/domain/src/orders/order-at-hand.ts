import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/orders/order-step.lifecycle';
import type { Known } from './known.ts';
import type { OrderView, StepView } from './next-move.ts';
import type { OrderType } from './order-type.ts';
import { type RetryPolicy, type Step, usualRetry } from './step.ts';
import type { StepError } from './step-error.ts';

export interface StepAtHand {
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
export interface OrderAtHand {
  readonly type: OrderType;
  readonly status: OrderStatus;
  readonly run: number;
  readonly takenRun: number;
  readonly takes: number;
  /** How often its input was corrected: each input has idempotency keys of its own. */
  readonly inputRevision: number;
  /** Nobody is to take it yet, by the database's clock. */
  readonly tooEarly: boolean;
  /** When it was placed, or, as long as nobody has taken it, the time that it waited for. */
  readonly waitingSince: Date;
  /** Since when it waits for a system that is away, and for how long by the clock of the database when it was read; null when it does not. */
  readonly away: { readonly since: Date; readonly ms: number } | null;
  readonly known: Known;
  readonly steps: readonly StepAtHand[];
}

export function declarationOf({ type }: OrderAtHand, position: number): Step {
  const step = type.steps[position];
  if (!step) throw new Error(`order type ${type.code} has no step at position ${position}`);
  return step;
}

export const retryPolicyOf = (order: OrderAtHand, position: number): RetryPolicy => declarationOf(order, position).retry ?? usualRetry;

export const orderView = (order: OrderAtHand): OrderView => ({ status: order.status, onFailure: order.type.onFailure });

export const stepViews = (order: OrderAtHand): readonly StepView[] =>
  order.steps.map(({ position, status, attempt, refusedAttempts }) => ({
    position,
    status,
    attempt,
    refusedAttempts,
    pointOfNoReturn: declarationOf(order, position).pointOfNoReturn ?? false,
  }));
