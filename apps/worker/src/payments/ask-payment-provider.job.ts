import type { PaymentDeps } from '@linework/domain/payment-methods/ask-about-methods';
import { askAboutMethods } from '@linework/domain/payment-methods/ask-about-methods';
import { askAboutPayments } from '@linework/domain/payments/ask-about-payments';
import { askAboutRefunds } from '@linework/domain/refunds/ask-about-refunds';

export function askPaymentProviderHandler(deps: PaymentDeps) {
  return async (): Promise<void> => {
    await Promise.all([askAboutMethods(deps), askAboutPayments(deps), askAboutRefunds(deps)]);
  };
}
