import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { pool } from './pool.ts';

export const getPoolRoute = defineRoute({
  name: 'getPool',
  method: 'get',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Get a pool',
  description: 'The pool has the number of its resources and of its available resources.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  responses: { 200: { description: 'The pool.', body: pool } },
  problems: ['not-found'],
});
