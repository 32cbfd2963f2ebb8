import { listResourceTypes as readTypes } from '@linework/domain/inventory/list-resource-types';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listResourceTypesRoute } from '@linework/schemas/inventory/list-resource-types.route';
import type { Deps } from '../deps.ts';

export const listResourceTypes = implement(listResourceTypesRoute, async ({ query, url }, { db }: Deps) => {
  const { items, meta, turns } = await readTypes(db, query);
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
