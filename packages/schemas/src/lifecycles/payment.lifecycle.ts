import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a payment, as the payment provider reports it. */
export const paymentLifecycle = defineLifecycle({
  name: 'payment',
  initial: ['PENDING'],
  statuses: {
    PENDING: {
      meaning: 'waiting for the provider',
      on: { cancel: 'CANCELED' },
      to: ['AUTHORIZED', 'CONFIRMED', 'FAILED'],
    },
    AUTHORIZED: {
      meaning: 'the provider will settle it later',
      on: { cancel: 'CANCELED' },
      to: ['CONFIRMED', 'FAILED'],
    },
    // A partial refund leaves it CONFIRMED.
    CONFIRMED: { meaning: 'settled: the invoice is paid', on: { refund: 'REFUNDED' }, to: ['CHARGED_BACK'] },
    REFUNDED: { meaning: 'refunded in full' },
    CHARGED_BACK: { meaning: 'charged back by the payer' },
    FAILED: { meaning: 'rejected or timed out' },
    CANCELED: { meaning: 'cancelled before it was settled' },
  },
});

export type PaymentStatus = StatusOf<typeof paymentLifecycle>;
