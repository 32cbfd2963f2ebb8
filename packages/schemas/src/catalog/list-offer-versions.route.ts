import { defineRoute } from '@linework/http/define-route';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { offerVersionSummary } from './offer.ts';

// A version never changes, so there are no filters for `updatedAt`.
const { createdAtFrom, createdAtTo } = timeFilters;

export const listOfferVersionsRoute = defineRoute({
  name: 'listOfferVersions',
  method: 'get',
  path: '/catalog/offers/{id}/versions',
  tag: 'Catalog',
  summary: 'List the versions of an offer',
  description: 'Lists all versions of the offer, including those that are no longer valid.',
  scope: 'catalog:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { createdAt: 'time', version: 'number' }, filters: { createdAtFrom, createdAtTo } }),
  responses: {
    200: {
      description: 'One page of versions.',
      body: pagedEnvelope(offerVersionSummary),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});
