import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/lifecycles/order-step.lifecycle';

/** The members of an order that decide its next move. */
export interface OrderView {
  readonly status: OrderStatus;
  readonly onFailure: 'halt' | 'rollback';
}

/** The members of a step that decide the next move of its order. */
export interface StepView {
  readonly position: number;
  readonly status: OrderStepStatus;
  readonly attempt: number;
  /** How many attempts were refused, counted from the first without a gap. */
  readonly refusedAttempts: number;
  /** A system works on a call that it has accepted. */
  readonly isAwaited: boolean;
  readonly pointOfNoReturn: boolean;
}
