import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';

/**
 * The status that a payment comes to next when the provider says where it stands; undefined when that is nothing new. Who is
 * told late of a payment that was settled and then taken back passes through CONFIRMED, because the invoice was paid meanwhile.
 */
export function nextStatus(from: PaymentStatus, told: PaymentStatus): PaymentStatus | undefined {
  if (paymentLifecycle.mayMove(from, told)) return told;
  return paymentLifecycle.mayMove(from, 'CONFIRMED') && paymentLifecycle.mayMove('CONFIRMED', told) ? 'CONFIRMED' : undefined;
}
