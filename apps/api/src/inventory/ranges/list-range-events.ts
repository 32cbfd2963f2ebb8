import { listRecordEvents } from '@linework/events/list-record-events';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listRangeEventsRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import type { Deps } from '../../deps.ts';

export const listRangeEvents = implement(listRangeEventsRoute, async ({ params, query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await listRecordEvents(db, { caller, kind: 'range', id: params.id, ...query });
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
