import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { subscriptionLine } from './subscription-line.ts';

export const listSubscriptionLinesRoute = defineRoute({
  name: 'listSubscriptionLines',
  method: 'get',
  path: '/subscriptions/{id}/lines',
  tag: 'subscriptions',
  summary: 'List the lines of a subscription, including former ones',
  description:
    'Lists each membership of a line with the time at which it began and, if it has ended, the time of the end.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { joinedAt: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of lines.',
      body: pagedEnvelope(subscriptionLine),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});
