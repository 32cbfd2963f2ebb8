import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { savedView, savedViewName, savedViewQuery } from './saved-view.ts';

export const changeSavedViewRoute = defineRoute({
  name: 'changeSavedView',
  method: 'patch',
  path: '/saved-views/{id}',
  tag: 'saved-views',
  summary: 'Rename, change or share a saved view',
  description: 'Only its owner, and for a shared one also an administrator.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: savedViewName.optional(),
    query: savedViewQuery.optional(),
    shared: z.boolean().optional(),
  }),
  responses: { 200: { description: 'The saved view.', body: savedView } },
  problems: ['not-found', 'not-the-owner', 'personal-data-in-view', 'saved-view-taken'],
});
