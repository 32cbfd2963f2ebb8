import { listBrokers as readBrokers } from '@linework/brokers/list-brokers';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listBrokersRoute } from '@linework/schemas/brokers/brokers.routes';
import type { Deps } from '../deps.ts';

export const listBrokers = implement(listBrokersRoute, async ({ query, url }, { db }: Deps) => {
  const { items, meta, pages } = await readBrokers(db, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
