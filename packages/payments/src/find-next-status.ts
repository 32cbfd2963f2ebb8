import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';

/**
 * The next status of a payment for the status that the provider reports; undefined if nothing changes. A payment that
 * was settled and reversed before the first poll passes through CONFIRMED, because its invoice was paid meanwhile.
 */
export function findNextStatus(from: PaymentStatus, reported: PaymentStatus): PaymentStatus | undefined {
  if (paymentLifecycle.canMove(from, reported)) return reported;
  return paymentLifecycle.canMove(from, 'CONFIRMED') && paymentLifecycle.canMove('CONFIRMED', reported)
    ? 'CONFIRMED'
    : undefined;
}
