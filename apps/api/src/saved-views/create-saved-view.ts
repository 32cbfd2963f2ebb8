import { implement } from '@linework/http/implement';
import { createSavedView as create } from '@linework/operators/saved-views/change-saved-views';
import { createSavedViewRoute } from '@linework/schemas/saved-views/saved-views.routes';
import type { Deps } from '../deps.ts';

export const createSavedView = implement(createSavedViewRoute, async ({ body, caller }, { db }: Deps) => {
  const view = await create(db, { caller, ...body });
  return { status: 201, body: view, headers: { Location: `/saved-views/${view.id}` } };
});
