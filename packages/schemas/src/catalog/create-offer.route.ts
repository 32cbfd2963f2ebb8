import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { offer } from './offer.ts';
import { description, externalCode, offerName } from './offer-details.ts';

export const createOfferRoute = defineRoute({
  name: 'createOffer',
  method: 'post',
  path: '/catalog/offers',
  tag: 'Catalog',
  summary: 'Create an offer',
  description: 'The new offer has no version. Publish a version to define its products and prices.',
  scope: 'operator',
  body: z.strictObject({
    brokerId: z.uuid(),
    name: offerName,
    description: description.optional(),
    externalCode: externalCode.optional(),
    metadata: freeForm.default({}),
  }),
  responses: { 201: { description: 'The new offer.', body: offer, headers: { Location: 'The offer' } } },
  problems: ['external-code-taken', 'other-broker', 'unknown-broker'],
});
