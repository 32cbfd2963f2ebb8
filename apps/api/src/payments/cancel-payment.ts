import { implement } from '@linework/http/implement';
import { cancelPayment as cancel } from '@linework/payments/cancel-payment';
import { cancelPaymentRoute } from '@linework/schemas/payments/payments.routes';
import type { Deps } from '../deps.ts';

export const cancelPayment = implement(cancelPaymentRoute, async ({ params, caller }, { db }: Deps) => {
  const payment = await cancel(db, { caller, paymentId: params.id });
  return { status: 202, body: payment, headers: { Location: `/payments/${payment.id}` } };
});
