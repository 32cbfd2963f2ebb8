import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a payment: what the payment provider says of it. */
export const paymentLifecycle = defineLifecycle({
  name: 'payment',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'the provider has not answered yet', on: { cancel: 'CANCELED' }, to: ['AUTHORIZED', 'CONFIRMED', 'FAILED'] },
    AUTHORIZED: { meaning: 'the provider will settle it later', on: { cancel: 'CANCELED' }, to: ['CONFIRMED', 'FAILED'] },
    // A refund of a part leaves it CONFIRMED.
    CONFIRMED: { meaning: 'settled: the invoice is paid', on: { refund: 'REFUNDED' }, to: ['CHARGED_BACK'] },
    REFUNDED: { meaning: 'given back in full' },
    CHARGED_BACK: { meaning: 'taken back by who paid' },
    FAILED: { meaning: 'refused or run out' },
    CANCELED: { meaning: 'called off before it was settled' },
  },
});

export type PaymentStatus = StatusOf<typeof paymentLifecycle>;
export type PaymentRequest = RequestOf<typeof paymentLifecycle>;
