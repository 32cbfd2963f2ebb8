import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a payment method. */
export const paymentMethodLifecycle = defineLifecycle({
  name: 'payment-method',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'the provider has not said yes yet', on: { activate: 'ACTIVE', remove: 'REMOVED' }, to: ['REFUSED'] },
    ACTIVE: { meaning: 'can be charged', on: { suspend: 'SUSPENDED', remove: 'REMOVED' }, to: ['EXPIRED'] },
    SUSPENDED: { meaning: 'not to be charged for the time being', on: { resume: 'ACTIVE', remove: 'REMOVED' } },
    REMOVED: { meaning: 'taken away by who had it' },
    REFUSED: { meaning: 'the provider, or who was asked for an authorisation, said no' },
    EXPIRED: { meaning: 'the card has run out' },
  },
});

export type PaymentMethodStatus = StatusOf<typeof paymentMethodLifecycle>;
export type PaymentMethodRequest = RequestOf<typeof paymentMethodLifecycle>;
