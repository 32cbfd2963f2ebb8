import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/lifecycles/order-step.lifecycle';
import type { OrderView, StepView } from './decision-view.ts';
import type { OrderType } from './order-type.ts';
import type { StepError } from './step.ts';
import { defaultRetry, type RetryPolicy, type Step } from './step.ts';
import type { Facts, StepContext } from './step-context.ts';

export interface StepSnapshot {
  readonly position: number;
  readonly status: OrderStepStatus;
  readonly attempt: number;
  readonly attemptLimit: number;
  /**
   * How many attempts were refused, counted from the first without a gap. It is -1 forever after the outcome of a call
   * was lost.
   */
  readonly refusedAttempts: number;
  readonly undoAttempt: number;
  readonly undoAttemptLimit: number;
  /** The error of the last attempt. */
  readonly error: StepError | null;
  /** Set while a system works on a call that it has accepted. */
  readonly awaited: AwaitedCall | null;
  /** What the step found in the other system before its first call; null if nothing is stored. */
  readonly found: Facts | null;
}

/** A call that its system has accepted and not finished. */
interface AwaitedCall {
  readonly reference: string;
  /** The time until the deadline, by the database's clock, when the order was read. */
  readonly leftMs: number;
}

/** An order as it was read, with everything that the engine needs to plan the next transition. */
export interface OrderSnapshot<Systems = never> {
  readonly type: OrderType<Systems>;
  readonly status: OrderStatus;
  readonly epoch: number;
  readonly acquiredEpoch: number;
  readonly acquisitions: number;
  /** How often the input was corrected. Each revision has its own idempotency keys. */
  readonly inputRevision: number;
  /** True if the order must not be acquired yet, by the database's clock. */
  readonly isTooEarly: boolean;
  /** When the order was placed. For a scheduled order that has not started, the time for which it is scheduled. */
  readonly waitingSince: Date;
  /**
   * Since when and how long the order has waited for a system that is unavailable, by the database's clock; null if it
   * does not wait.
   */
  readonly unavailable: { readonly since: Date; readonly ms: number } | null;
  readonly context: StepContext;
  readonly steps: readonly StepSnapshot[];
}

export function getStepDeclaration<Systems>({ type }: OrderSnapshot<Systems>, position: number): Step<Systems> {
  const step = type.steps[position];
  if (!step) throw new Error(`order type ${type.code} has no step at position ${position}`);
  return step;
}

export const getRetryPolicy = (order: OrderSnapshot, position: number): RetryPolicy =>
  getStepDeclaration(order, position).retry ?? defaultRetry;

export const toOrderView = (order: OrderSnapshot): OrderView => ({
  status: order.status,
  onFailure: order.type.onFailure,
});

export const toStepViews = (order: OrderSnapshot): readonly StepView[] =>
  order.steps.map(({ position, status, attempt, refusedAttempts, awaited }) => ({
    position,
    status,
    attempt,
    refusedAttempts,
    isAwaited: awaited !== null,
    pointOfNoReturn: getStepDeclaration(order, position).pointOfNoReturn ?? false,
  }));

/**
 * Whether another order has moved the resource of a started order since: the resource has none of the statuses that
 * this order gives or allows. That order decides about the resource and its claims, so this one cannot go on with them.
 * It is usually superseded then. Pure.
 */
export function isResourceMoved({
  type: { change },
  context: { resource },
}: Pick<OrderSnapshot, 'type' | 'context'>): boolean {
  const expected = 'allowedStatuses' in change ? change.allowedStatuses : [change.pendingStatus, change.failureStatus];
  return !expected.includes(resource.status);
}
