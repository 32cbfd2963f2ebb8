import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { typeFilter } from '../resource-type.ts';
import { pool } from './pool.ts';

export const listPoolsRoute = defineRoute({
  name: 'listPools',
  method: 'get',
  path: '/inventory/pools',
  tag: 'Inventory',
  summary: 'List resource pools',
  description: 'Each pool has the number of its resources and of its available resources.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: { createdAt: 'time', availableResourcesCount: 'number' },
    filters: {
      name: z.string().min(1).max(200).optional().meta({ description: 'A part of the name, in any case.' }),
      brokerId: z.uuid().optional().meta({ description: 'The pools of one broker.' }),
      typeId: typeFilter,
    },
  }),
  responses: {
    200: {
      description: 'One page of pools.',
      body: pagedEnvelope(pool),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
