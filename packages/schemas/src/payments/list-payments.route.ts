import { defineRoute } from '@linework/http/define-route';
import { manyOf } from '@linework/http/from-text';
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
  description: 'A payment is one attempt to have an invoice paid.',
  scope: 'payments:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      status: manyOf(z.enum(paymentLifecycle.statuses)).optional(),
      paymentMethodType: manyOf(z.enum(paymentMethodTypes)).optional(),
      customerId: manyOf(z.uuid()).optional(),
      invoiceId: manyOf(z.uuid()).optional(),
      paymentMethodId: manyOf(z.uuid()).optional(),
      brokerId: manyOf(z.uuid()).optional(),
      amountFrom: amount.optional().meta({ description: 'At least so much.' }),
      amountTo: amount.optional().meta({ description: 'At most so much.' }),
    },
  }),
  answers: { 200: { description: 'One page of payments.', body: pagedEnvelope(payment), headers: { Link: 'The next and the previous page' } } },
  problems: [],
});
