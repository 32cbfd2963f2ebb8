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
  description: 'Lists the offers of the broker. An operator sees the offers of all brokers.',
  scope: 'catalog:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      brokerId: listFromText(z.uuid()).optional(),
      name: fragment.optional().meta({ description: 'A part of the name, case-insensitive.' }),
      externalCode: fragment.optional().meta({ description: 'A part of the external code, case-insensitive.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of offers.',
      body: pagedEnvelope(listedOffer),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
