import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of one step of an order. */
export const orderStepLifecycle = defineLifecycle({
  name: 'order-step',
  initial: ['PENDING'],
  statuses: {
    PENDING: {
      meaning: 'not started, or waiting for another attempt',
      // SUCCESS: a local step starts and ends in one statement.
      // FAILED: a local step refuses.
      // ROLLING_BACK: an attempt that ended with a transient error may still have taken effect.
      to: ['RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'ROLLING_BACK'],
    },
    // SKIPPED: the call was rejected, and the compensation has nothing to undo for this step.
    RUNNING: { meaning: 'being executed', to: ['SUCCESS', 'PENDING', 'FAILED', 'SKIPPED', 'ROLLING_BACK'] },
    SUCCESS: { meaning: 'done', to: ['ROLLING_BACK'] },
    FAILED: { meaning: 'permanently refused, or out of attempts', to: ['PENDING', 'SKIPPED', 'ROLLING_BACK'] },
    SKIPPED: {
      meaning:
        'not executed or refused before the order was compensated, so it has no effect; or skipped by an operator',
    },
    ROLLING_BACK: { meaning: 'being undone', to: ['ROLLED_BACK', 'ROLLBACK_FAILED'] },
    ROLLED_BACK: { meaning: 'undone' },
    ROLLBACK_FAILED: { meaning: 'its undo failed', to: ['ROLLING_BACK', 'ROLLED_BACK'] },
  },
});

export type OrderStepStatus = StatusOf<typeof orderStepLifecycle>;
