import { listOffers as readOffers } from '@linework/catalog/list-offers';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listOffersRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const listOffers = implement(listOffersRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readOffers(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
