import { findOfferVersion as find } from '@linework/catalog/find-offer-version';
import { implement } from '@linework/http/implement';
import { findOfferVersionRoute, getOfferVersionRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const getOfferVersion = implement(getOfferVersionRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await find(db, { caller, offerId: params.id, versionId: params.versionId }),
}));

export const findOfferVersion = implement(findOfferVersionRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await find(db, { caller, versionId: params.versionId }),
}));
