import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { subscriptionLifecycle } from './subscription.lifecycle.ts';
import { subscription } from './subscription.ts';

export const listSubscriptionsRoute = defineRoute({
  name: 'listSubscriptions',
  method: 'get',
  path: '/subscriptions',
  tag: 'subscriptions',
  summary: 'List subscriptions',
  description: 'Lists the subscriptions of the broker. An operator sees the subscriptions of all brokers.',
  scope: 'subscriptions:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(subscriptionLifecycle.statuses)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
      customerId: listFromText(z.uuid()).optional(),
      externalCode: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'A part of the code, case-insensitive.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of subscriptions.',
      body: pagedEnvelope(subscription),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
