import type { PaymentDeps } from '@linework/payments/methods/reconcile-payment-methods';
import { reconcilePaymentMethods } from '@linework/payments/methods/reconcile-payment-methods';
import { reconcilePayments } from '@linework/payments/reconcile-payments';
import { reconcileRefunds } from '@linework/payments/refunds/reconcile-refunds';

export function askPaymentProviderHandler(deps: PaymentDeps) {
  return async (): Promise<void> => {
    await Promise.all([reconcilePaymentMethods(deps), reconcilePayments(deps), reconcileRefunds(deps)]);
  };
}
