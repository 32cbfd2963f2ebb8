import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of one step of an order. */
export const orderStepLifecycle = defineLifecycle({
  name: 'order-step',
  initial: ['PENDING'],
  statuses: {
    PENDING: {
      meaning: 'not started, or waiting for another attempt',
      // SUCCESS: a local step starts and ends in one statement.
      // ROLLING_BACK: an attempt that ended in a passing fault may have taken effect all the same.
      to: ['RUNNING', 'SUCCESS', 'SKIPPED', 'ROLLING_BACK'],
    },
    // SKIPPED: its call was refused, which is the end of an order that turns back.
    RUNNING: { meaning: 'being carried out', to: ['SUCCESS', 'PENDING', 'FAILED', 'SKIPPED', 'ROLLING_BACK'] },
    SUCCESS: { meaning: 'done', to: ['ROLLING_BACK'] },
    FAILED: { meaning: 'refused for good, or out of attempts', to: ['PENDING', 'SKIPPED', 'ROLLING_BACK'] },
    SKIPPED: { meaning: 'without effect, because its order turned back before it or after it was refused; or an operator skipped it' },
    ROLLING_BACK: { meaning: 'being undone', to: ['ROLLED_BACK', 'ROLLBACK_FAILED'] },
    ROLLED_BACK: { meaning: 'undone' },
    ROLLBACK_FAILED: { meaning: 'its undo gave up', to: ['ROLLING_BACK', 'ROLLED_BACK'] },
  },
});

export type OrderStepStatus = StatusOf<typeof orderStepLifecycle>;
