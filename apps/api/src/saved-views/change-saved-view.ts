import { implement } from '@linework/http/implement';
import { changeSavedView as change } from '@linework/operators/saved-views/change-saved-views';
import { changeSavedViewRoute } from '@linework/schemas/saved-views/change-saved-view.route';
import type { Deps } from '../deps.ts';

export const changeSavedView = implement(changeSavedViewRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, viewId: params.id }, body),
}));
