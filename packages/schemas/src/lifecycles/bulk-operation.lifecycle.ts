import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a bulk operation. */
export const bulkOperationLifecycle = defineLifecycle({
  name: 'bulk-operation',
  initial: ['RUNNING', 'AWAITING_APPROVAL'],
  statuses: {
    AWAITING_APPROVAL: {
      meaning:
        'a person created it or made it faster, and nothing is processed until another person approves it; after ' +
        'its time it is cancelled',
      on: { approve: 'RUNNING', cancel: 'CANCELLING' },
      to: ['CANCELLING'],
    },
    RUNNING: {
      meaning: 'its items are being processed, one after the other',
      on: { pause: 'PAUSED', cancel: 'CANCELLING' },
      to: ['AWAITING_APPROVAL', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'],
    },
    PAUSED: {
      meaning: 'no further item is processed until it is resumed; placed orders continue',
      on: { resume: 'RUNNING', cancel: 'CANCELLING' },
      to: ['AWAITING_APPROVAL', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'],
    },
    COMPLETED: { meaning: 'every item succeeded' },
    COMPLETED_WITH_ERRORS: { meaning: 'some items succeeded, and others failed or were refused' },
    FAILED: { meaning: 'no item succeeded' },
    CANCELLING: { meaning: 'no further order is placed; placed orders continue', to: ['CANCELLED'] },
    CANCELLED: { meaning: 'cancelled, and every order that had been placed has settled' },
  },
});

export type BulkOperationStatus = StatusOf<typeof bulkOperationLifecycle>;
