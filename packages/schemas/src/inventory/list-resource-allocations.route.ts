import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { allocation } from './allocation.ts';

export const listResourceAllocationsRoute = defineRoute({
  name: 'listResourceAllocations',
  method: 'get',
  path: '/inventory/resources/{id}/allocations',
  tag: 'Inventory',
  summary: 'List the allocations of a resource',
  description: 'The holders of the resource with the time of each allocation, newest first.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { heldFrom: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of allocations.',
      body: pagedEnvelope(allocation),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});
