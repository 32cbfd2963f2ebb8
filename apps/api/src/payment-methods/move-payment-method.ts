import { implement } from '@linework/http/implement';
import { makeDefault } from '@linework/payments/methods/make-default';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { requestActivation } from '@linework/payments/methods/request-activation';
import {
  activatePaymentMethodRoute,
  makeDefaultPaymentMethodRoute,
  removePaymentMethodRoute,
  resumePaymentMethodRoute,
  suspendPaymentMethodRoute,
} from '@linework/schemas/payment-methods/payment-methods.routes';
import type { Deps } from '../deps.ts';

export const activatePaymentMethod = implement(activatePaymentMethodRoute, async ({ params, caller }, { db }: Deps) => {
  const method = await requestActivation(db, { caller, methodId: params.id });
  return { status: 202, body: method, headers: { Location: `/payment-methods/${method.id}` } };
});

export const suspendPaymentMethod = implement(suspendPaymentMethodRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await movePaymentMethod(db, { caller, methodId: params.id }, 'suspend'),
}));

export const resumePaymentMethod = implement(resumePaymentMethodRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await movePaymentMethod(db, { caller, methodId: params.id }, 'resume'),
}));

export const makeDefaultPaymentMethod = implement(
  makeDefaultPaymentMethodRoute,
  async ({ params, caller }, { db }: Deps) => ({
    status: 200,
    body: await makeDefault(db, { caller, methodId: params.id }),
  }),
);

export const removePaymentMethod = implement(removePaymentMethodRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await movePaymentMethod(db, { caller, methodId: params.id }, 'remove'),
}));
