import { listOfferVersions as readVersions } from '@linework/catalog/list-offer-versions';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listOfferVersionsRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const listOfferVersions = implement(
  listOfferVersionsRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readVersions(db, { caller, offerId: params.id }, query);
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
