import { implement } from '@linework/http/implement';
import { makePaymentDue } from '@linework/payments/make-payment-due';
import { makePaymentMethodDue } from '@linework/payments/methods/request-activation';
import { makeRefundDue } from '@linework/payments/refunds/make-refund-due';
import { notifyPaymentsRoute } from '@linework/schemas/payments/payments.routes';
import type { Deps } from '../deps.ts';

export const notifyPayments = implement(notifyPaymentsRoute, async ({ body, caller }, { db }: Deps) => {
  const { paymentId, paymentMethodId, refundId } = body;
  if (paymentMethodId !== undefined) await makePaymentMethodDue(db, { caller, methodId: paymentMethodId });
  if (paymentId !== undefined) await makePaymentDue(db, { caller, paymentId });
  if (refundId !== undefined) await makeRefundDue(db, { caller, refundId });
  return { status: 204 };
});
