import { implement } from '@linework/http/implement';
import { findSavedView } from '@linework/operators/saved-views/find-saved-view';
import { getSavedViewRoute } from '@linework/schemas/saved-views/saved-views.routes';
import type { Deps } from '../deps.ts';

export const getSavedView = implement(getSavedViewRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findSavedView(db, { caller, viewId: params.id }),
}));
