import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listResources as readResources } from '@linework/inventory/resource-list/list-resources';
import { listResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const listResources = implement(listResourcesRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readResources(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
