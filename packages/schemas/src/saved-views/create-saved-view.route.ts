import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { savedView, savedViewName, savedViewPage, savedViewQuery } from './saved-view.ts';

export const createSavedViewRoute = defineRoute({
  name: 'createSavedView',
  method: 'post',
  path: '/saved-views',
  tag: 'saved-views',
  summary: 'Save the filter of a page under a name',
  description:
    'At most 100 for each person or key. A query with a number or a tax id of a person is refused: a view is no list of people.',
  scope: 'operator',
  body: z
    .strictObject({
      page: savedViewPage,
      name: savedViewName,
      query: savedViewQuery,
      shared: z.boolean().default(false),
    })
    .meta({
      example: { page: 'orders', name: 'Failed at night', query: 'status=FAILED&superseded=false', shared: true },
    }),
  responses: { 201: { description: 'The saved view.', body: savedView, headers: { Location: 'The saved view' } } },
  problems: ['personal-data-in-view', 'saved-view-taken', 'too-many-saved-views'],
});
