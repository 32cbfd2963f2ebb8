import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newOfferVersion } from './new-offer-version.ts';
import { offerVersion } from './offer-version.ts';

export const publishOfferVersionRoute = defineRoute({
  name: 'publishOfferVersion',
  method: 'post',
  path: '/catalog/offers/{id}/versions',
  tag: 'Catalog',
  summary: 'Publish a version of an offer',
  description:
    'A published version never changes. From its `validFrom` on it replaces the previous version. Existing subscriptions keep their version.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  // A hundred products with fifty components each exceed the default limit.
  bodyLimitBytes: 1024 * 1024,
  body: newOfferVersion,
  responses: { 201: { description: 'The new version.', body: offerVersion, headers: { Location: 'The version' } } },
  problems: ['not-found', 'invalid-validity-period'],
});
