import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a bulk operation. */
export const bulkOperationLifecycle = defineLifecycle({
  name: 'bulk-operation',
  initial: ['RUNNING'],
  statuses: {
    RUNNING: { is: 'the orders of its lines are being placed and carried out', on: { cancel: 'CANCELLING' }, to: ['COMPLETED'] },
    COMPLETED: { is: 'every line was refused, or its order has come to rest' },
    CANCELLING: { is: 'no further order is placed; those that were go on', to: ['CANCELLED'] },
    CANCELLED: { is: 'cancelled, and every order that had been placed has come to rest' },
  },
});

export type BulkOperationStatus = StatusOf<typeof bulkOperationLifecycle>;
export type BulkOperationRequest = RequestOf<typeof bulkOperationLifecycle>;
