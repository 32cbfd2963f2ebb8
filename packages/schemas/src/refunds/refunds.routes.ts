import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { refundLifecycle } from '../lifecycles/refund.lifecycle.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { freeForm } from '../values/free-form.ts';
import { amount } from '../values/money.ts';
import { refund } from './refund.ts';

export const createRefundRoute = defineRoute({
  name: 'createRefund',
  method: 'post',
  path: '/payments/{id}/refunds',
  tag: 'payments',
  summary: 'Refund a payment, in part or in full',
  description:
    'The payment provider is asked to refund the money. All refunds of a payment together cannot exceed its amount: ' +
    'an amount above the remaining one is 409 `refund-exceeds-payment`, with `refundable`. A payment that is ' +
    'refunded in full becomes REFUNDED. ' +
    'Its invoice stays PAID, and its tax receipts stay effective: cancel a receipt if the service was not rendered.',
  scope: 'payments:write',
  params: z.strictObject({ id: z.uuid() }),
  body: withoutCardNumbers(
    z.strictObject({
      amount: amount
        .refine((text) => Number(text) > 0, 'must be more than 0.00')
        .optional()
        .meta({ description: 'BRL, two decimals; defaults to the whole remaining amount.', example: '49.90' }),
      metadata: freeForm.optional(),
    }),
  ).optional(),
  responses: {
    202: { description: 'The new refund, in progress.', body: refund, headers: { Location: 'The refund' } },
  },
  problems: ['not-found', 'refund-exceeds-payment', 'invalid-status-transition'],
});

export const listRefundsRoute = defineRoute({
  name: 'listRefunds',
  method: 'get',
  path: '/refunds',
  tag: 'payments',
  summary: 'List refunds',
  description:
    'Lists the refunds of the broker, by default the newest first. Use `paymentId` for the refunds of one payment.',
  scope: 'payments:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(refundLifecycle.statuses)).optional(),
      paymentId: listFromText(z.uuid()).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of refunds.',
      body: pagedEnvelope(refund),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const getRefundRoute = defineRoute({
  name: 'getRefund',
  method: 'get',
  path: '/refunds/{id}',
  tag: 'payments',
  summary: 'Get a refund',
  description: 'The refund is PENDING until the payment provider completes or rejects it. `reason` says why it FAILED.',
  scope: 'payments:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The refund.', body: refund } },
  problems: ['not-found'],
});

export const listRefundEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listRefundEvents',
  path: '/refunds/{id}/events',
  tag: 'payments',
  summary: 'List the events of a refund, oldest first',
  scope: 'payments:read',
});
