import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { paymentLifecycle } from '../lifecycles/payment.lifecycle.ts';
import { paymentMethodTypes } from '../payment-methods/payment-method.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { freeForm } from '../values/free-form.ts';
import { hasMembers } from '../values/has-members.ts';
import { amount } from '../values/money.ts';
import { payment } from './payment.ts';

export const payInvoiceRoute = defineRoute({
  name: 'payInvoice',
  method: 'post',
  path: '/invoices/{id}/pay',
  tag: 'subscriptions',
  summary: 'Pay an invoice',
  description:
    "Uses the holder's default payment method unless `paymentMethodId` is present. The payment provider is called " +
    'in the background: poll the address in `Location`.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  body: withoutCardNumbers(
    z.strictObject({ paymentMethodId: z.uuid().optional(), metadata: freeForm.optional() }),
  ).optional(),
  responses: {
    202: { description: 'The new payment, in progress.', body: payment, headers: { Location: 'The payment' } },
  },
  problems: [
    'not-found',
    'invalid-status-transition',
    'no-default-payment-method',
    'payment-method-not-active',
    'payment-in-progress',
  ],
});

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

export const getPaymentRoute = defineRoute({
  name: 'getPayment',
  method: 'get',
  path: '/payments/{id}',
  tag: 'payments',
  summary: 'Get a payment',
  description: 'A payment is one attempt to pay an invoice.',
  scope: 'payments:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The payment.', body: payment } },
  problems: ['not-found'],
});

export const listPaymentEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listPaymentEvents',
  path: '/payments/{id}/events',
  tag: 'payments',
  summary: 'List the events of a payment, oldest first',
  scope: 'payments:read',
});

export const cancelPaymentRoute = defineRoute({
  name: 'cancelPayment',
  method: 'post',
  path: '/payments/{id}/cancel',
  tag: 'payments',
  summary: 'Cancel a payment that is not settled',
  description:
    'Linework asks the payment provider to cancel it. If the provider has settled it by then, the payment becomes ' +
    'CONFIRMED instead.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The payment whose cancellation was requested.',
      body: payment,
      headers: { Location: 'The payment' },
    },
  },
  problems: ['not-found', 'invalid-status-transition'],
});

export const notifyPaymentsRoute = defineRoute({
  name: 'notifyPayments',
  method: 'post',
  path: '/payments/notifications',
  tag: 'payments',
  summary: 'Notify about a change at the payment provider',
  description:
    'The notification names a payment, a refund or a payment method. Linework then polls the provider and uses ' +
    'only its response. The status is 204 whether or not the record exists.',
  scope: 'payments:write',
  body: withoutCardNumbers(
    z
      .strictObject({
        paymentId: z.uuid().optional(),
        paymentMethodId: z.uuid().optional(),
        refundId: z.uuid().optional(),
      })
      .refine((body) => Object.values(body).some((id) => id !== undefined), {
        error: 'must have paymentId, paymentMethodId or refundId',
        when: hasMembers,
      }),
  ),
  responses: { 204: { description: 'The notification was received.' } },
  problems: [],
});
