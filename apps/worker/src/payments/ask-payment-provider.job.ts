import type { PaymentDeps } from '@linework/domain/payment-methods/ask-about-methods';
import { askAboutMethods } from '@linework/domain/payment-methods/ask-about-methods';
import { askAboutPayments } from '@linework/domain/payments/ask-about-payments';

/** One run at a time in each process: a provider that does not answer shall not take every place that clocks run in. */
export function askPaymentProviderHandler(deps: PaymentDeps) {
  let atWork = false;
  return async (): Promise<void> => {
    if (atWork) return;
    atWork = true;
    try {
      await Promise.all([askAboutMethods(deps), askAboutPayments(deps)]);
    } finally {
      atWork = false;
    }
  };
}
