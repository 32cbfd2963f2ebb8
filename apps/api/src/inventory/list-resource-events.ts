import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listResourceEvents as readEvents } from '@linework/inventory/resources/list-resource-events';
import { listResourceEventsRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const listResourceEvents = implement(
  listResourceEventsRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readEvents(db, { caller, resourceId: params.id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
