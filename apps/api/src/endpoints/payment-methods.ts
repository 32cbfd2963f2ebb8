import { createPaymentMethod } from '@linework/payments/methods/create-payment-method';
import { findPaymentMethod } from '@linework/payments/methods/find-payment-method';
import { listPaymentMethods } from '@linework/payments/methods/list-payment-methods';
import { makeDefault } from '@linework/payments/methods/make-default';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { requestActivation } from '@linework/payments/methods/request-activation';
import {
  activatePaymentMethodRoute,
  createPaymentMethodRoute,
  getPaymentMethodRoute,
  listPaymentMethodsRoute,
  makeDefaultPaymentMethodRoute,
  removePaymentMethodRoute,
  resumePaymentMethodRoute,
  suspendPaymentMethodRoute,
} from '@linework/schemas/payment-methods/payment-methods.routes';
import { accepted, created, page, record } from '../request/endpoint.ts';

export const paymentMethods = {
  '/payment-methods': {
    get: page(listPaymentMethodsRoute, ({ query, caller }, { db }) => listPaymentMethods(db, caller, query)),
    post: created(createPaymentMethodRoute, '/payment-methods', ({ body, caller }, { db }) =>
      createPaymentMethod(db, { caller, ...body }),
    ),
    '/{id}': {
      get: record(getPaymentMethodRoute, ({ params, caller }, { db }) =>
        findPaymentMethod(db, { caller, methodId: params.id }),
      ),
      delete: record(removePaymentMethodRoute, ({ params, caller }, { db }) =>
        movePaymentMethod(db, { caller, methodId: params.id }, 'remove'),
      ),
      '/activate': {
        post: accepted(activatePaymentMethodRoute, '/payment-methods', ({ params, caller }, { db }) =>
          requestActivation(db, { caller, methodId: params.id }),
        ),
      },
      '/suspend': {
        post: record(suspendPaymentMethodRoute, ({ params, caller }, { db }) =>
          movePaymentMethod(db, { caller, methodId: params.id }, 'suspend'),
        ),
      },
      '/resume': {
        post: record(resumePaymentMethodRoute, ({ params, caller }, { db }) =>
          movePaymentMethod(db, { caller, methodId: params.id }, 'resume'),
        ),
      },
      '/default': {
        post: record(makeDefaultPaymentMethodRoute, ({ params, caller }, { db }) =>
          makeDefault(db, { caller, methodId: params.id }),
        ),
      },
    },
  },
} as const;
