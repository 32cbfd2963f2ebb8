import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newOfferVersion } from './new-offer-version.ts';
import { offerVersion } from './offer-version.ts';

export const publishOfferVersionRoute = defineRoute({
  name: 'publishOfferVersion',
  method: 'post',
  path: '/catalog/offers/{id}/versions',
  tag: 'Catalog',
  summary: 'Publish a version of an offer, which is never changed afterwards',
  description: 'A version that is valid from a later time on ends the one before it at that time. What was sold keeps the version that it was sold with.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  // A hundred products with fifty components each do not fit into the usual measure.
  bodyLimitBytes: 1024 * 1024,
  body: newOfferVersion,
  responses: { 201: { description: 'The version.', body: offerVersion, headers: { Location: 'The version' } } },
  problems: ['not-found', 'invalid-validity-period'],
});
