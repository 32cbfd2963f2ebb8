import { listResources as readResources } from '@linework/domain/inventory/list-resources';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listResourcesRoute } from '@linework/schemas/inventory/list-resources.route';
import type { Deps } from '../deps.ts';

export const listResources = implement(listResourcesRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readResources(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
