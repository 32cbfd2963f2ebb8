import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a payment method. */
export const paymentMethodLifecycle = defineLifecycle({
  name: 'payment-method',
  initial: ['PENDING'],
  statuses: {
    PENDING: { is: 'the provider has not said yes yet', on: { activate: 'ACTIVE', remove: 'REMOVED' }, to: ['REFUSED'] },
    ACTIVE: { is: 'can be charged', on: { suspend: 'SUSPENDED', remove: 'REMOVED' }, to: ['EXPIRED'] },
    SUSPENDED: { is: 'not to be charged for the time being', on: { resume: 'ACTIVE', remove: 'REMOVED' } },
    REMOVED: { is: 'taken away by who had it' },
    REFUSED: { is: 'the provider, or who was asked for an authorisation, said no' },
    EXPIRED: { is: 'the card has run out' },
  },
});

export type PaymentMethodStatus = StatusOf<typeof paymentMethodLifecycle>;
export type PaymentMethodRequest = RequestOf<typeof paymentMethodLifecycle>;
