import { listResourceEvents as readEvents } from '@linework/domain/inventory/list-resource-events';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listResourceEventsRoute } from '@linework/schemas/inventory/list-resource-events.route';
import type { Deps } from '../deps.ts';

export const listResourceEvents = implement(listResourceEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readEvents(db, { caller, resourceId: params.id, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
