import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { unansweredCall, unansweredKinds, unansweredStatuses } from './unanswered-call.ts';

export const listUnansweredCallsRoute = defineRoute({
  name: 'listUnansweredCalls',
  method: 'get',
  path: '/unanswered-calls',
  tag: 'partners',
  summary: 'List the calls that a partner does not answer',
  description: 'STOPPED calls wait for an operator: they are over the age limit and are not made again automatically.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(unansweredStatuses)).optional(),
      kind: listFromText(z.enum(unansweredKinds)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of unanswered calls.',
      body: pagedEnvelope(unansweredCall),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
