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
  description:
    "The request asks the payment provider again whether the payment method can be charged. The provider's decision follows later.",
  ...commonRequest,
  responses: {
    202: {
      description: 'The payment method that is polled.',
      body: paymentMethod,
      headers: { Location: 'The payment method' },
    },
  },
});

export const suspendPaymentMethodRoute = defineRoute({
  name: 'suspendPaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/suspend',
  summary: 'Suspend a payment method (a suspended default leaves the holder without one)',
  description:
    'The payment method is SUSPENDED and is not charged until it is resumed. If it was the default, the holder has no default.',
  ...commonRequest,
  responses,
});

export const resumePaymentMethodRoute = defineRoute({
  name: 'resumePaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/resume',
  summary: 'Resume a suspended payment method',
  description: 'The payment method is ACTIVE again and can be charged. It does not become the default.',
  ...commonRequest,
  responses,
});

export const makeDefaultPaymentMethodRoute = defineRoute({
  name: 'makeDefaultPaymentMethod',
  method: 'post',
  path: '/payment-methods/{id}/default',
  summary: 'Set as default payment method (replaces the current default)',
  description: 'Only an ACTIVE payment method can be the default. A holder has at most one default.',
  ...commonRequest,
  responses,
});

export const removePaymentMethodRoute = defineRoute({
  name: 'removePaymentMethod',
  method: 'delete',
  path: '/payment-methods/{id}',
  summary: 'Remove a payment method and its token permanently',
  description:
    'The payment method is REMOVED and its token is deleted. The payment provider is told to delete the token as well.',
  ...commonRequest,
  responses,
});
