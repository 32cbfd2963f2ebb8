import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPoolResources as readResources } from '@linework/inventory/resource-list/list-pool-resources';
import { listPoolResourcesRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const listPoolResources = implement(
  listPoolResourcesRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readResources(db, caller, { ...query, poolId: params.poolId });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
