import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { offerVersion } from './offer-version.ts';

/** Another Linework instance uses this route to read the version of one of its subscriptions, of which it knows only the id. */
export const findOfferVersionRoute = defineRoute({
  name: 'findOfferVersion',
  method: 'get',
  path: '/catalog/versions/{versionId}',
  tag: 'Catalog',
  summary: 'Get an offer version by its id alone',
  description: 'Finds a version without the id of its offer.',
  scope: 'catalog:read',
  params: z.strictObject({ versionId: z.uuid() }),
  responses: { 200: { description: 'The version.', body: offerVersion } },
  problems: ['not-found'],
});
