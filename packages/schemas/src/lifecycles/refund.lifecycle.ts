import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a refund. */
export const refundLifecycle = defineLifecycle({
  name: 'refund',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'waiting for the provider', to: ['COMPLETED', 'FAILED'] },
    COMPLETED: { meaning: 'the money was refunded' },
    FAILED: { meaning: 'rejected by the provider; its amount can be refunded again' },
  },
});

export type RefundStatus = StatusOf<typeof refundLifecycle>;
