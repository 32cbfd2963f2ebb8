import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const deleteSavedViewRoute = defineRoute({
  name: 'deleteSavedView',
  method: 'delete',
  path: '/saved-views/{id}',
  tag: 'saved-views',
  summary: 'Delete a saved view',
  description: 'Only its owner, and for a shared one also an administrator.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found', 'not-the-owner'],
});
