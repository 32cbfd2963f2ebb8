import { listPools as readPools } from '@linework/domain/inventory/list-pools';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listPoolsRoute } from '@linework/schemas/inventory/list-pools.route';
import type { Deps } from '../deps.ts';

export const listPools = implement(listPoolsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readPools(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
