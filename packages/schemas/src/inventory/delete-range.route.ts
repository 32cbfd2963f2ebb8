import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const deleteRangeRoute = defineRoute({
  name: 'deleteRange',
  method: 'delete',
  path: '/inventory/ranges/{id}',
  tag: 'Inventory',
  summary: 'Take a range away from its broker',
  description: 'Resources that were made from it stay as they are. No more are made from it.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Taken away.' } },
  problems: ['not-found'],
});
