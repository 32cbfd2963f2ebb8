import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { amount } from '../money.ts';
import { paymentMethodTypes } from '../payment-methods/payment-method.ts';
import { paymentLifecycle } from './payment.lifecycle.ts';
import { payment } from './payment.ts';

export const listPaymentsRoute = defineRoute({
  name: 'listPayments',
  method: 'get',
  path: '/payments',
  tag: 'payments',
  summary: 'List payments',
  description: 'A payment is one attempt to pay an invoice.',
  scope: 'payments:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(paymentLifecycle.statuses)).optional(),
      paymentMethodType: listFromText(z.enum(paymentMethodTypes)).optional(),
      customerId: listFromText(z.uuid()).optional(),
      invoiceId: listFromText(z.uuid()).optional(),
      paymentMethodId: listFromText(z.uuid()).optional(),
      brokerId: listFromText(z.uuid()).optional(),
      amountFrom: amount.optional().meta({ description: 'Minimum amount, inclusive.' }),
      amountTo: amount.optional().meta({ description: 'Maximum amount, inclusive.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of payments.',
      body: pagedEnvelope(payment),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
