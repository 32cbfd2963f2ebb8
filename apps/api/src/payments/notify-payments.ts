import { makePaymentMethodDue } from '@linework/domain/payment-methods/request-activation';
import { makePaymentDue } from '@linework/domain/payments/make-payment-due';
import { makeRefundDue } from '@linework/domain/refunds/make-refund-due';
import { implement } from '@linework/http/implement';
import { notifyPaymentsRoute } from '@linework/schemas/payments/notify-payments.route';
import type { Deps } from '../deps.ts';

export const notifyPayments = implement(notifyPaymentsRoute, async ({ body, caller }, { db }: Deps) => {
  const { paymentId, paymentMethodId, refundId } = body;
  if (paymentMethodId !== undefined) await makePaymentMethodDue(db, { caller, methodId: paymentMethodId });
  if (paymentId !== undefined) await makePaymentDue(db, { caller, paymentId });
  if (refundId !== undefined) await makeRefundDue(db, { caller, refundId });
  return { status: 204 };
});
