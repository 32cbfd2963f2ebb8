import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { savedView } from './saved-view.ts';

export const getSavedViewRoute = defineRoute({
  name: 'getSavedView',
  method: 'get',
  path: '/saved-views/{id}',
  tag: 'saved-views',
  summary: 'Get a saved view',
  description: 'One that is not shared is seen by its owner only.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The saved view.', body: savedView } },
  problems: ['not-found'],
});
