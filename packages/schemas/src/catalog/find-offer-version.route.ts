import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { offerVersion } from './offer-version.ts';

/** How another Linework reads a version that one of its subscriptions names: by the version's id alone. */
export const findOfferVersionRoute = defineRoute({
  name: 'findOfferVersion',
  method: 'get',
  path: '/catalog/versions/{versionId}',
  tag: 'Catalog',
  summary: 'Get a version of whatever offer has it',
  description: 'Finds a version by its own id, whatever offer it belongs to.',
  scope: 'catalog:read',
  params: z.strictObject({ versionId: z.uuid() }),
  responses: { 200: { description: 'The version.', body: offerVersion } },
  problems: ['not-found'],
});
