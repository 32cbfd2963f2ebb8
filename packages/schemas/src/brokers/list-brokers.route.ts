import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { brokerLifecycle } from './broker.lifecycle.ts';
import { broker } from './broker.ts';

const part = z.string().min(1).max(200);

export const listBrokersRoute = defineRoute({
  name: 'listBrokers',
  method: 'get',
  path: '/brokers',
  tag: 'brokers',
  summary: 'List brokers',
  description: 'Only operators see brokers.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time', name: 'text' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(brokerLifecycle.statuses)).optional(),
      name: part.optional().meta({ description: 'A part of the name; upper and lower case are equal.' }),
      code: part.optional().meta({ description: 'The whole code.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of brokers.',
      body: pagedEnvelope(broker),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
