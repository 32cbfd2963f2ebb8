import type { PaymentDeps } from '@linework/domain/payment-methods/reconcile-payment-methods';
import { reconcilePaymentMethods } from '@linework/domain/payment-methods/reconcile-payment-methods';
import { reconcilePayments } from '@linework/domain/payments/reconcile-payments';
import { reconcileRefunds } from '@linework/domain/refunds/reconcile-refunds';

export function askPaymentProviderHandler(deps: PaymentDeps) {
  return async (): Promise<void> => {
    await Promise.all([reconcilePaymentMethods(deps), reconcilePayments(deps), reconcileRefunds(deps)]);
  };
}
