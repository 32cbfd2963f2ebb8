import { changeOffer as change } from '@linework/catalog/change-offer';
import { implement } from '@linework/http/implement';
import { changeOfferRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const changeOffer = implement(changeOfferRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, offerId: params.id, ...body }),
}));
