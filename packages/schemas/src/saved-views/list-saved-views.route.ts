import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { savedView, savedViewPage } from './saved-view.ts';

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
