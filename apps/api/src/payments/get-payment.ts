import { implement } from '@linework/http/implement';
import { findPayment } from '@linework/payments/find-payment';
import { getPaymentRoute } from '@linework/schemas/payments/payments.routes';
import type { Deps } from '../deps.ts';

export const getPayment = implement(getPaymentRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findPayment(db, { caller, paymentId: params.id }),
}));
