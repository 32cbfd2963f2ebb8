import { changeSavedView, createSavedView, deleteSavedView } from '@linework/operators/saved-views/change-saved-views';
import { findSavedView } from '@linework/operators/saved-views/find-saved-view';
import { listSavedViews } from '@linework/operators/saved-views/list-saved-views';
import {
  changeSavedViewRoute,
  createSavedViewRoute,
  deleteSavedViewRoute,
  getSavedViewRoute,
  listSavedViewsRoute,
} from '@linework/schemas/saved-views/saved-views.routes';
import { created, noContent, page, record } from '../request/endpoint.ts';

export const savedViews = {
  '/saved-views': {
    get: page(listSavedViewsRoute, ({ query, caller }, { db }) => listSavedViews(db, caller, query)),
    post: created(createSavedViewRoute, '/saved-views', ({ body, caller }, { db }) =>
      createSavedView(db, { caller, ...body }),
    ),
    '/{id}': {
      get: record(getSavedViewRoute, ({ params, caller }, { db }) => findSavedView(db, { caller, viewId: params.id })),
      patch: record(changeSavedViewRoute, ({ params, body, caller }, { db }) =>
        changeSavedView(db, { caller, viewId: params.id }, body),
      ),
      delete: noContent(deleteSavedViewRoute, ({ params, caller }, { db }) =>
        deleteSavedView(db, { caller, viewId: params.id }),
      ),
    },
  },
} as const;
