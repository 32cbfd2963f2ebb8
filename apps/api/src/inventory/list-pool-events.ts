import { listPoolEvents as readEvents } from '@linework/domain/inventory/list-pool-events';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listPoolEventsRoute } from '@linework/schemas/inventory/list-pool-events.route';
import type { Deps } from '../deps.ts';

export const listPoolEvents = implement(listPoolEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readEvents(db, { caller, poolId: params.poolId, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
