import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a refund: money of a payment that is given back. */
export const refundLifecycle = defineLifecycle({
  name: 'refund',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'the payment provider has not given the money back yet', to: ['COMPLETED', 'FAILED'] },
    COMPLETED: { meaning: 'the money is given back' },
    FAILED: { meaning: 'refused by the payment provider; its amount can be refunded again' },
  },
});

export type RefundStatus = StatusOf<typeof refundLifecycle>;
