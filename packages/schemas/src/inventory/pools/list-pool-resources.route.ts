import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { pooledResource } from '../resource.ts';
import { resourceFilters, resourceSorts } from '../resource-filters.ts';

export const listPoolResourcesRoute = defineRoute({
  name: 'listPoolResources',
  method: 'get',
  path: '/inventory/pools/{poolId}/resources',
  tag: 'Inventory',
  summary: 'List resources of a pool',
  description: 'The same filters as in the list of all resources, within one pool.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  query: listQuery({ sortBy: resourceSorts, filters: resourceFilters }),
  responses: {
    200: {
      description: 'One page of resources.',
      body: pagedEnvelope(pooledResource),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});
