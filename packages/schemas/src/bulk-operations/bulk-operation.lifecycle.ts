import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a bulk operation. */
export const bulkOperationLifecycle = defineLifecycle({
  name: 'bulk-operation',
  initial: ['RUNNING'],
  statuses: {
    RUNNING: {
      is: 'its items are being processed, one after the other',
      on: { cancel: 'CANCELLING' },
      to: ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'],
    },
    COMPLETED: { is: 'every item succeeded' },
    COMPLETED_WITH_ERRORS: { is: 'some items succeeded, and others failed or were refused' },
    FAILED: { is: 'no item succeeded' },
    CANCELLING: { is: 'no further order is placed; those that were go on', to: ['CANCELLED'] },
    CANCELLED: { is: 'cancelled, and every order that had been placed has come to rest' },
  },
});

export type BulkOperationStatus = StatusOf<typeof bulkOperationLifecycle>;
export type BulkOperationRequest = RequestOf<typeof bulkOperationLifecycle>;
