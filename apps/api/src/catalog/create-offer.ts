import { createOffer as create } from '@linework/catalog/create-offer';
import { implement } from '@linework/http/implement';
import { createOfferRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const createOffer = implement(createOfferRoute, async ({ body, caller }, { db }: Deps) => {
  const made = await create(db, { caller, ...body });
  return { status: 201, body: made, headers: { Location: `/catalog/offers/${made.id}` } };
});
