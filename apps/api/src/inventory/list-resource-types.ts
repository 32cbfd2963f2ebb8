import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listResourceTypes as readTypes } from '@linework/inventory/resource-types/list-resource-types';
import { listResourceTypesRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const listResourceTypes = implement(listResourceTypesRoute, async ({ query, url }, { db }: Deps) => {
  const { items, meta, pages } = await readTypes(db, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
