import { findOffer } from '@linework/catalog/find-offer';
import { implement } from '@linework/http/implement';
import { getOfferRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const getOffer = implement(getOfferRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findOffer(db, { caller, offerId: params.id }),
}));
