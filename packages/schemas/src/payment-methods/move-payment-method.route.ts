import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { paymentMethod } from './payment-method.ts';

/** The common part of the requests that change one payment method. */
const commonRequest = {
  tag: 'payment-methods',
  scope: 'payment-methods:write',
  params: z.strictObject({ id: z.uuid() }),
  problems: ['not-found', 'invalid-status-transition', 'card-expired'],
} as const;
const responses = { 200: { description: 'The changed payment method.', body: paymentMethod } };

export const activatePaymentMethodRoute = defineRoute({
  name: 'activatePaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/activate',
  summary: 'Poll the payment provider about a PENDING payment method',
  ...commonRequest,
  responses: {
    202: { description: 'The payment method that is polled.', body: paymentMethod, headers: { Location: 'The payment method' } },
  },
});

export const suspendPaymentMethodRoute = defineRoute({
  name: 'suspendPaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/suspend',
  summary: 'Suspend a payment method (a suspended default leaves the holder without one)',
  ...commonRequest,
  responses,
});

export const resumePaymentMethodRoute = defineRoute({
  name: 'resumePaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/resume',
  summary: 'Resume a suspended payment method',
  ...commonRequest,
  responses,
});

export const makeDefaultPaymentMethodRoute = defineRoute({
  name: 'makeDefaultPaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/default',
  summary: 'Set as default payment method (replaces the current default)',
  ...commonRequest,
  responses,
});

export const removePaymentMethodRoute = defineRoute({
  name: 'removePaymentMethod',
  method: 'delete',
  path: '/payment-methods/{id}',
  summary: 'Remove a payment method and its token permanently',
  ...commonRequest,
  responses,
});
