import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { savedView, savedViewName, savedViewPage, savedViewQuery } from './saved-view.ts';

export const listSavedViewsRoute = defineRoute({
  name: 'listSavedViews',
  method: 'get',
  path: '/saved-views',
  tag: 'saved-views',
  summary: 'List the saved views of the caller, and those that others share',
  description: 'A saved view is a named filter of a page of the console.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time', name: 'text' },
    filters: {
      view: savedViewPage.optional(),
      own: booleanFromText.optional().meta({ description: '`true` lists only those of the caller.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of saved views.',
      body: pagedEnvelope(savedView),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createSavedViewRoute = defineRoute({
  name: 'createSavedView',
  method: 'post',
  path: '/saved-views',
  tag: 'saved-views',
  summary: 'Save the filter of a page under a name',
  description:
    'At most 100 for each person or key. A query with a number or a tax id of a person is refused: a view is no ' +
    'list of people.',
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
