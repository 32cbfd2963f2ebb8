import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const deletePoolRoute = defineRoute({
  name: 'deletePool',
  method: 'delete',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Delete a pool that never had resources',
  description: 'Only an empty pool can be deleted.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  responses: { 204: { description: 'Removed.' } },
  problems: ['not-found', 'pool-in-use'],
});
