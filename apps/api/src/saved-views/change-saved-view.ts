import { implement } from '@linework/http/implement';
import { changeSavedView as change } from '@linework/operators/saved-views/change-saved-views';
import { changeSavedViewRoute } from '@linework/schemas/saved-views/saved-views.routes';
import type { Deps } from '../deps.ts';

export const changeSavedView = implement(changeSavedViewRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, viewId: params.id }, body),
}));
