import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a payment method. */
export const paymentMethodLifecycle = defineLifecycle({
  name: 'payment-method',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'waiting for the provider', on: { activate: 'ACTIVE', remove: 'REMOVED' }, to: ['REFUSED'] },
    ACTIVE: { meaning: 'can be charged', on: { suspend: 'SUSPENDED', remove: 'REMOVED' }, to: ['EXPIRED'] },
    SUSPENDED: { meaning: 'temporarily not charged', on: { resume: 'ACTIVE', remove: 'REMOVED' } },
    REMOVED: { meaning: 'removed by a request' },
    REFUSED: { meaning: 'rejected by the provider, or authorisation denied by the payer' },
    EXPIRED: { meaning: 'the card has expired' },
  },
});

export type PaymentMethodStatus = StatusOf<typeof paymentMethodLifecycle>;
