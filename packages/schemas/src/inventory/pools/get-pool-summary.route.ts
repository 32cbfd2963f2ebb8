import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { poolSummary } from './pool-summary.ts';

export const getPoolSummaryRoute = defineRoute({
  name: 'getPoolSummary',
  method: 'get',
  path: '/inventory/pools/{poolId}/summary',
  tag: 'Inventory',
  summary: 'Get the stock of a pool, and for how long it lasts',
  description:
    'Counts the resources by status, says what comes back from quarantine on each of the next 30 days, and how long the stock lasts at the pace of the last 7 and 30 days.',
  scope: 'inventory:read',
  cost: 'list',
  params: z.strictObject({ poolId: z.uuid() }),
  responses: { 200: { description: 'The summary.', body: poolSummary } },
  problems: ['not-found'],
});
