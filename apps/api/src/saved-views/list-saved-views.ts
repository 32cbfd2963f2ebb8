import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listSavedViews as readViews } from '@linework/operators/saved-views/list-saved-views';
import { listSavedViewsRoute } from '@linework/schemas/saved-views/saved-views.routes';
import type { Deps } from '../deps.ts';

export const listSavedViews = implement(listSavedViewsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readViews(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
