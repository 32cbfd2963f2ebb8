import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { paymentMethod } from './payment-method.ts';

/** What the requests that move one payment method have in common. */
const commonRequest = {
  tag: 'payment-methods',
  scope: 'payment-methods:write',
  params: z.strictObject({ id: z.uuid() }),
  problems: ['not-found', 'invalid-status-transition', 'card-expired'],
} as const;
const responses = { 200: { description: 'The payment method as it is now.', body: paymentMethod } };

export const activatePaymentMethodRoute = defineRoute({
  name: 'activatePaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/activate',
  summary: 'Ask the payment provider again about a payment method that is PENDING',
  ...commonRequest,
  responses: {
    202: { description: 'The payment method, which the provider is being asked about.', body: paymentMethod, headers: { Location: 'The payment method' } },
  },
});

export const suspendPaymentMethodRoute = defineRoute({
  name: 'suspendPaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/suspend',
  summary: 'Charge a payment method no more for the time being; the default is then none',
  ...commonRequest,
  responses,
});

export const resumePaymentMethodRoute = defineRoute({
  name: 'resumePaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/resume',
  summary: 'Let a suspended payment method be charged again',
  ...commonRequest,
  responses,
});

export const makeDefaultPaymentMethodRoute = defineRoute({
  name: 'makeDefaultPaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/default',
  summary: 'Make an active payment method the one that its holder is charged by; whichever was it is it no more',
  ...commonRequest,
  responses,
});

export const removePaymentMethodRoute = defineRoute({
  name: 'removePaymentMethod',
  method: 'delete',
  path: '/payment-methods/{id}',
  summary: 'Take a payment method away for good: its token is forgotten, and the payment provider told',
  ...commonRequest,
  responses,
});
