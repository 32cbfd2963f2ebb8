import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { offer } from './offer.ts';
import { description, externalCode, offerName } from './offer-details.ts';

export const changeOfferRoute = defineRoute({
  name: 'changeOffer',
  method: 'patch',
  path: '/catalog/offers/{id}',
  tag: 'Catalog',
  summary: 'Change the details of an offer',
  description: 'Null removes a member. Published versions never change: publish a new version to change the products.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: offerName.optional(),
    description: description.nullable().optional(),
    externalCode: externalCode.nullable().optional(),
    metadata: freeForm.optional().meta({ description: 'Replaces the whole object.' }),
  }),
  responses: { 200: { description: 'The changed offer.', body: offer } },
  problems: ['not-found', 'external-code-taken'],
});
