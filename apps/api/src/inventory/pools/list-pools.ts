import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPools as readPools } from '@linework/inventory/pools/list-pools';
import { listPoolsRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const listPools = implement(listPoolsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readPools(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
