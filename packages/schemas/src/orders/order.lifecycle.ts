import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of an order. */
export const orderLifecycle = defineLifecycle({
  name: 'order',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'placed; nothing has run', on: { cancel: 'CANCELLED' }, to: ['IN_PROGRESS'] },
    IN_PROGRESS: { meaning: 'its steps are being carried out', on: { cancel: 'CANCELLING' }, to: ['COMPLETED', 'FAILED', 'ROLLING_BACK'] },
    COMPLETED: { meaning: 'every step is SUCCESS or SKIPPED' },
    FAILED: {
      meaning: 'a step gave up and the order stopped where it is: retry it, skip its step, roll it back or close it',
      on: { retry: 'IN_PROGRESS', skip: 'IN_PROGRESS', rollback: 'ROLLING_BACK', close: 'CANCELLED' },
    },
    ROLLING_BACK: { meaning: 'what had started is being undone', to: ['ROLLED_BACK', 'ROLLBACK_FAILED'] },
    ROLLED_BACK: { meaning: 'everything that had started is undone' },
    ROLLBACK_FAILED: { meaning: 'an undo gave up', on: { retry: 'ROLLING_BACK', close: 'ROLLED_BACK' } },
    CANCELLING: { meaning: 'cancelled; what had started is being undone', to: ['CANCELLED', 'CANCEL_FAILED'] },
    CANCELLED: { meaning: 'cancelled, and nothing of it remains; or closed by an operator' },
    CANCEL_FAILED: { meaning: 'an undo of the cancelled order gave up', on: { retry: 'CANCELLING', close: 'CANCELLED' } },
  },
});

export type OrderStatus = StatusOf<typeof orderLifecycle>;
/** What may be asked of an order. */
export type OrderRequest = RequestOf<typeof orderLifecycle>;

/** Somebody is, or soon will be, working on it. A line has at most one such order. */
export const openStatuses = ['PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING'] as const satisfies readonly OrderStatus[];

/** At rest, with something left for a person or a client to decide. */
export const unresolvedStatuses = ['FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED'] as const satisfies readonly OrderStatus[];
