import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { offerVersion } from './offer-version.ts';

export const getOfferVersionRoute = defineRoute({
  name: 'getOfferVersion',
  method: 'get',
  path: '/catalog/offers/{id}/versions/{versionId}',
  tag: 'Catalog',
  summary: 'Get a version of an offer',
  description: 'A published version never changes.',
  scope: 'catalog:read',
  params: z.strictObject({ id: z.uuid(), versionId: z.uuid() }),
  responses: { 200: { description: 'The version.', body: offerVersion } },
  problems: ['not-found'],
});
