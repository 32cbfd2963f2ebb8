import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { line } from './line.ts';
import { lineFilters } from './line-filters.ts';

export const listLinesRoute = defineRoute({
  name: 'listLines',
  method: 'get',
  path: '/lines',
  tag: 'lines',
  summary: 'List lines',
  description: 'Several filters are combined with AND. Several values of one filter are combined with OR.',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: lineFilters,
  }),
  responses: {
    200: {
      description: 'One page of lines.',
      body: pagedEnvelope(line),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
