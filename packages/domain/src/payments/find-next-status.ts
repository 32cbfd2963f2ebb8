import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';

/**
 * The status that a payment comes to next when the provider says where it stands; undefined when that is nothing new. Who is
 * told late of a payment that was settled and then taken back passes through CONFIRMED, because the invoice was paid meanwhile.
 */
export function findNextStatus(from: PaymentStatus, reported: PaymentStatus): PaymentStatus | undefined {
  if (paymentLifecycle.canMove(from, reported)) return reported;
  return paymentLifecycle.canMove(from, 'CONFIRMED') && paymentLifecycle.canMove('CONFIRMED', reported) ? 'CONFIRMED' : undefined;
}
