import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of an order. */
export const orderLifecycle = defineLifecycle({
  name: 'order',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'placed; no step has started', on: { cancel: 'CANCELLED' }, to: ['IN_PROGRESS'] },
    IN_PROGRESS: {
      meaning: 'its steps are being executed',
      on: { cancel: 'CANCELLING' },
      to: ['COMPLETED', 'FAILED', 'ROLLING_BACK'],
    },
    COMPLETED: { meaning: 'every step is SUCCESS or SKIPPED' },
    FAILED: {
      meaning: 'a step failed and the order stopped: retry it, skip the step, roll the order back or close it',
      on: { retry: 'IN_PROGRESS', skip: 'IN_PROGRESS', rollback: 'ROLLING_BACK', close: 'CANCELLED' },
    },
    ROLLING_BACK: { meaning: 'the steps that have started are being undone', to: ['ROLLED_BACK', 'ROLLBACK_FAILED'] },
    ROLLED_BACK: { meaning: 'every step that had started is undone; or closed by an operator' },
    ROLLBACK_FAILED: {
      meaning: 'an undo failed: retry it or close the order',
      on: { retry: 'ROLLING_BACK', close: 'ROLLED_BACK' },
    },
    CANCELLING: {
      meaning: 'cancelled; the steps that have started are being undone',
      to: ['CANCELLED', 'CANCEL_FAILED'],
    },
    CANCELLED: { meaning: 'cancelled, and every step that had started is undone; or closed by an operator' },
    CANCEL_FAILED: {
      meaning: 'an undo of the cancelled order failed: retry it or close the order',
      on: { retry: 'CANCELLING', close: 'CANCELLED' },
    },
  },
});

export type OrderStatus = StatusOf<typeof orderLifecycle>;
/** The requests on an order. */
export type OrderRequest = RequestOf<typeof orderLifecycle>;

/** The statuses of an open order: a worker executes it or will execute it. A line has at most one open order. */
export const openStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'ROLLING_BACK',
  'CANCELLING',
] as const satisfies readonly OrderStatus[];

/** The statuses of a failed order that needs a decision of an operator or a client. */
export const unresolvedStatuses = [
  'FAILED',
  'ROLLBACK_FAILED',
  'CANCEL_FAILED',
] as const satisfies readonly OrderStatus[];

/** Whether an order is not settled yet. */
export const isOpen = (status: OrderStatus): boolean => (openStatuses as readonly OrderStatus[]).includes(status);
