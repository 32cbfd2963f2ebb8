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
  summary: 'Make an offer; what it consists of is published in versions',
  description: 'An offer has a name. Its products and prices are in its versions.',
  scope: 'operator',
  body: z.strictObject({
    brokerId: z.uuid(),
    name: offerName,
    description: description.optional(),
    externalCode: externalCode.optional(),
    metadata: freeForm.default({}),
  }),
  responses: { 201: { description: 'The offer.', body: offer, headers: { Location: 'The offer' } } },
  problems: ['external-code-taken', 'other-broker', 'unknown-broker'],
});
