import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { paymentMethodLifecycle } from '../lifecycles/payment-method.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { paymentMethod, paymentMethodTypes } from './payment-method.ts';
import { withoutCardNumbers } from './without-card-numbers.ts';

export const listPaymentMethodsRoute = defineRoute({
  name: 'listPaymentMethods',
  method: 'get',
  path: '/payment-methods',
  tag: 'payment-methods',
  summary: 'List payment methods',
  description: 'Lists the payment methods of the broker. Tokens are never returned.',
  scope: 'payment-methods:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      customerId: listFromText(z.uuid()).optional(),
      status: listFromText(z.enum(paymentMethodLifecycle.statuses)).optional(),
      type: listFromText(z.enum(paymentMethodTypes)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of payment methods.',
      body: pagedEnvelope(paymentMethod),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters')
  .refine((text) => !/^[\d-]{12,}$/.test(text), 'must be a token and not only digits')
  .meta({
    description: 'The token that the payment provider issued for the card or the authorisation. It is never returned.',
  });

export const createPaymentMethodRoute = defineRoute({
  name: 'createPaymentMethod',
  method: 'post',
  path: '/payment-methods',
  tag: 'payment-methods',
  summary: 'Create a payment method',
  description:
    'The method is PENDING until the payment provider accepts its token. A request that contains a card number is ' +
    'rejected.',
  scope: 'payment-methods:write',
  body: withoutCardNumbers(
    z.strictObject({
      customerId: z.uuid(),
      type: z.enum(paymentMethodTypes),
      token,
      makeDefault: z
        .boolean()
        .optional()
        .meta({ description: 'Makes it the default of the holder once it is ACTIVE.' }),
      metadata: freeForm.optional(),
    }),
  ),
  responses: {
    201: {
      description: 'The new payment method, PENDING.',
      body: paymentMethod,
      headers: { Location: 'The payment method' },
    },
  },
  problems: ['token-in-use', 'unknown-holder', 'holder-anonymised'],
});

export const getPaymentMethodRoute = defineRoute({
  name: 'getPaymentMethod',
  method: 'get',
  path: '/payment-methods/{id}',
  tag: 'payment-methods',
  summary: 'Get a payment method',
  description: 'The token is never returned.',
  scope: 'payment-methods:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The payment method.', body: paymentMethod } },
  problems: ['not-found'],
});

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
    "The request asks the payment provider again whether the payment method can be charged. The provider's " +
    'decision follows later.',
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
    'The payment method is SUSPENDED and is not charged until it is resumed. If it was the default, the holder ' +
    'has no default.',
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
