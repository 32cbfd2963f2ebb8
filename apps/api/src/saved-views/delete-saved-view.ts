import { implement } from '@linework/http/implement';
import { deleteSavedView as remove } from '@linework/operators/saved-views/change-saved-views';
import { deleteSavedViewRoute } from '@linework/schemas/saved-views/saved-views.routes';
import type { Deps } from '../deps.ts';

export const deleteSavedView = implement(deleteSavedViewRoute, async ({ params, caller }, { db }: Deps) => {
  await remove(db, { caller, viewId: params.id });
  return { status: 204 };
});
