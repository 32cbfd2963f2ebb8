import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { refundLifecycle } from './refund.lifecycle.ts';
import { refund } from './refund.ts';

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
