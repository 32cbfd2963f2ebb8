import { implement } from '@linework/http/implement';
import { createPaymentMethod as create } from '@linework/payments/methods/create-payment-method';
import { createPaymentMethodRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import type { Deps } from '../deps.ts';

export const createPaymentMethod = implement(createPaymentMethodRoute, async ({ body, caller }, { db }: Deps) => {
  const method = await create(db, { caller, ...body });
  return { status: 201, body: method, headers: { Location: `/payment-methods/${method.id}` } };
});
