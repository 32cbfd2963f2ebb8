import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPoolEvents as readEvents } from '@linework/inventory/pools/list-pool-events';
import { listPoolEventsRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const listPoolEvents = implement(listPoolEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readEvents(db, { caller, poolId: params.poolId, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
