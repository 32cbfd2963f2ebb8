import { changeOffer } from '@linework/catalog/change-offer';
import { createOffer } from '@linework/catalog/create-offer';
import { findOffer } from '@linework/catalog/find-offer';
import { findOfferVersion } from '@linework/catalog/find-offer-version';
import { listOfferVersions } from '@linework/catalog/list-offer-versions';
import { listOffers } from '@linework/catalog/list-offers';
import { publishOfferVersion } from '@linework/catalog/publish-offer-version';
import {
  changeOfferRoute,
  createOfferRoute,
  findOfferVersionRoute,
  getOfferRoute,
  getOfferVersionRoute,
  listOffersRoute,
  listOfferVersionsRoute,
  publishOfferVersionRoute,
} from '@linework/schemas/catalog/offers.routes';
import { created, endpoint, page, record } from '../request/endpoint.ts';

export const offers = {
  '/catalog/offers': {
    get: page(listOffersRoute, ({ query, caller }, { db }) => listOffers(db, caller, query)),
    post: created(createOfferRoute, '/catalog/offers', ({ body, caller }, { db }) =>
      createOffer(db, { caller, ...body }),
    ),
    '/{id}': {
      get: record(getOfferRoute, ({ params, caller }, { db }) => findOffer(db, { caller, offerId: params.id })),
      patch: record(changeOfferRoute, ({ params, body, caller }, { db }) =>
        changeOffer(db, { caller, offerId: params.id, ...body }),
      ),
      '/versions': {
        get: page(listOfferVersionsRoute, ({ params, query, caller }, { db }) =>
          listOfferVersions(db, { caller, offerId: params.id }, query),
        ),
        post: endpoint(publishOfferVersionRoute, async ({ params, body, caller }, { db }) => {
          const published = await publishOfferVersion(db, { caller, offerId: params.id, ...body });
          return {
            status: 201,
            body: published,
            headers: { Location: `/catalog/offers/${params.id}/versions/${published.id}` },
          };
        }),
        '/{versionId}': {
          get: record(getOfferVersionRoute, ({ params, caller }, { db }) =>
            findOfferVersion(db, { caller, offerId: params.id, versionId: params.versionId }),
          ),
        },
      },
    },
  },
  '/catalog/versions/{versionId}': {
    get: record(findOfferVersionRoute, ({ params, caller }, { db }) =>
      findOfferVersion(db, { caller, versionId: params.versionId }),
    ),
  },
} as const;
