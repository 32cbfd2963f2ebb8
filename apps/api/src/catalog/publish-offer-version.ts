import { publishOfferVersion as publish } from '@linework/catalog/publish-offer-version';
import { implement } from '@linework/http/implement';
import { publishOfferVersionRoute } from '@linework/schemas/catalog/offers.routes';
import type { Deps } from '../deps.ts';

export const publishOfferVersion = implement(
  publishOfferVersionRoute,
  async ({ params, body, caller }, { db }: Deps) => {
    const published = await publish(db, { caller, offerId: params.id, ...body });
    return {
      status: 201,
      body: published,
      headers: { Location: `/catalog/offers/${params.id}/versions/${published.id}` },
    };
  },
);
