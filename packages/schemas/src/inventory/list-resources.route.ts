import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { resource } from './resource.ts';
import { resourceFilters, resourceSorts } from './resource-filters.ts';

export const listResourcesRoute = defineRoute({
  name: 'listResources',
  method: 'get',
  path: '/inventory/resources',
  tag: 'Inventory',
  summary: 'List resources',
  description: 'Several filters are combined with AND. Several values of one filter are combined with OR.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: resourceSorts,
    filters: { ...resourceFilters, poolId: listFromText(z.uuid()).optional() },
  }),
  responses: {
    200: {
      description: 'One page of resources.',
      body: pagedEnvelope(resource),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
