import { implement } from '@linework/http/implement';
import { findPaymentMethod } from '@linework/payments/methods/find-payment-method';
import { getPaymentMethodRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import type { Deps } from '../deps.ts';

export const getPaymentMethod = implement(getPaymentMethodRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findPaymentMethod(db, { caller, methodId: params.id }),
}));
