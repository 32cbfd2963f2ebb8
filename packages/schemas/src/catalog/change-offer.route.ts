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
  summary: 'Change what an offer is called; null takes a member away',
  description: 'Its versions stay as they were published: what it consists of changes with a new one.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: offerName.optional(),
    description: description.nullable().optional(),
    externalCode: externalCode.nullable().optional(),
    metadata: freeForm.optional().meta({ description: 'Replaces the whole.' }),
  }),
  responses: { 200: { description: 'The offer as it is now.', body: offer } },
  problems: ['not-found', 'external-code-taken'],
});
