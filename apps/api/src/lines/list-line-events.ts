import { listLineEvents as readEvents } from '@linework/domain/lines/list-line-events';
import { implement } from '@linework/http/implement';
import { linkHeader } from '@linework/http/link-header';
import { listLineEventsRoute } from '@linework/schemas/lines/list-line-events.route';
import type { Deps } from '../deps.ts';

export const listLineEvents = implement(listLineEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, turns } = await readEvents(db, { caller, lineId: params.id, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: linkHeader(url, turns) } };
});
