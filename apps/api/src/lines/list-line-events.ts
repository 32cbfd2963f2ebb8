import { listLineEvents as readEvents } from '@linework/domain/lines/list-line-events';
import { implement } from '@linework/http/implement';
import { listLineEventsRoute } from '@linework/schemas/lines/list-line-events.route';
import type { Deps } from '../deps.ts';

export const listLineEvents = implement(listLineEventsRoute, async ({ params, query, caller }, { db }: Deps) => {
  const { items, next } = await readEvents(db, { caller, lineId: params.id, ...query });
  const link = next === undefined ? undefined : `</lines/${params.id}/events?limit=${query.limit}&after=${next}>; rel="next"`;
  return { status: 200, body: { items }, headers: { Link: link } };
});
