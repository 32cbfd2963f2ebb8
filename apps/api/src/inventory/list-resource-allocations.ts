import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listResourceAllocations as readAllocations } from '@linework/inventory/resources/list-resource-allocations';
import { listResourceAllocationsRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const listResourceAllocations = implement(
  listResourceAllocationsRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readAllocations(db, { caller, resourceId: params.id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
