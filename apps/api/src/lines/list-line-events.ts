import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listLineEvents as readEvents } from '@linework/lines/records/list-line-events';
import { listLineEventsRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';

export const listLineEvents = implement(listLineEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readEvents(db, { caller, lineId: params.id, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
