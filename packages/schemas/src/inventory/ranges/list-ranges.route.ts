import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { range, rangeKinds } from './range.ts';

export const listRangesRoute = defineRoute({
  name: 'listRanges',
  method: 'get',
  path: '/inventory/ranges',
  tag: 'Inventory',
  summary: 'List the ranges that are assigned to brokers',
  description: 'Lists the ranges of codes that operators have assigned to brokers.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: { createdAt: 'time', from: 'text' },
    filters: { kind: listFromText(z.enum(rangeKinds)).optional(), brokerId: listFromText(z.uuid()).optional() },
  }),
  responses: {
    200: {
      description: 'One page of ranges.',
      body: pagedEnvelope(range),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
