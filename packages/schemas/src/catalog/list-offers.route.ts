import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { listedOffer } from './offer.ts';

const fragment = z.string().min(1).max(200);

export const listOffersRoute = defineRoute({
  name: 'listOffers',
  method: 'get',
  path: '/catalog/offers',
  tag: 'Catalog',
  summary: 'List offers',
  description: 'Lists the offers that the key may see.',
  scope: 'catalog:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      brokerId: listFromText(z.uuid()).optional(),
      name: fragment.optional().meta({ description: 'A part of the name, in upper or lower case.' }),
      externalCode: fragment.optional().meta({ description: 'A part of the external code, in upper or lower case.' }),
    },
  }),
  responses: { 200: { description: 'One page of offers.', body: pagedEnvelope(listedOffer), headers: { Link: 'The next and the previous page' } } },
  problems: [],
});
