import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { resourceType } from './resource-type.ts';

export const listResourceTypesRoute = defineRoute({
  name: 'listResourceTypes',
  method: 'get',
  path: '/inventory/types',
  tag: 'Inventory',
  summary: 'List resource types',
  description: 'The resource types of all brokers.',
  scope: 'inventory:read',
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of types.',
      body: pagedEnvelope(resourceType),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
