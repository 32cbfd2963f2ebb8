import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const deleteRangeRoute = defineRoute({
  name: 'deleteRange',
  method: 'delete',
  path: '/inventory/ranges/{id}',
  tag: 'Inventory',
  summary: 'Delete a range of a broker',
  description: 'Its resources stay unchanged, but new ones can no longer be created in it.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found'],
});
