import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
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
