import { listRecordEvents } from '@linework/events/list-record-events';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPortInEventsRoute } from '@linework/schemas/portability/port-ins.routes';
import type { Deps } from '../deps.ts';

export const listPortInEvents = implement(
  listPortInEventsRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await listRecordEvents(db, { caller, kind: 'port-in', id: params.id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
