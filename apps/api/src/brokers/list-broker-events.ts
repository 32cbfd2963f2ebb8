import { listBrokerEvents as readEvents } from '@linework/brokers/list-broker-events';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listBrokerEventsRoute } from '@linework/schemas/brokers/brokers.routes';
import type { Deps } from '../deps.ts';

export const listBrokerEvents = implement(
  listBrokerEventsRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readEvents(db, { caller, brokerId: params.id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
