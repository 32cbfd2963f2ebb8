import { cancelPayment as cancel } from '@linework/domain/payments/cancel-payment';
import { implement } from '@linework/http/implement';
import { cancelPaymentRoute } from '@linework/schemas/payments/cancel-payment.route';
import type { Deps } from '../deps.ts';

export const cancelPayment = implement(cancelPaymentRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 202,
  body: await cancel(db, { caller, paymentId: params.id }),
}));
