import { defineRoute } from '@linework/http/define-route';
import { manyOf } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { paymentMethodLifecycle } from './payment-method.lifecycle.ts';
import { paymentMethod, paymentMethodTypes } from './payment-method.ts';

export const listPaymentMethodsRoute = defineRoute({
  name: 'listPaymentMethods',
  method: 'get',
  path: '/payment-methods',
  tag: 'payment-methods',
  summary: 'List payment methods',
  description: 'Lists the payment methods of the broker. Tokens are never shown.',
  scope: 'payment-methods:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      customerId: manyOf(z.uuid()).optional(),
      status: manyOf(z.enum(paymentMethodLifecycle.statuses)).optional(),
      type: manyOf(z.enum(paymentMethodTypes)).optional(),
      brokerId: manyOf(z.uuid()).optional(),
    },
  }),
  answers: {
    200: { description: 'One page of payment methods.', body: pagedEnvelope(paymentMethod), headers: { Link: 'The next and the previous page' } },
  },
  problems: [],
});
