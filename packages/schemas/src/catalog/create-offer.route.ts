import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { offer } from './offer.ts';

export const createOfferRoute = defineRoute({
  name: 'createOffer',
  method: 'post',
  path: '/catalog/offers',
  tag: 'Catalog',
  summary: 'Make an offer; what it consists of is published in versions',
  scope: 'operator',
  body: z.strictObject({
    brokerId: z.uuid(),
    name: z.string().trim().min(1).max(200),
    description: z.string().trim().min(1).max(2_000).optional(),
    externalCode: z.string().min(1).max(200).optional().meta({ description: 'Unique among the offers of a broker.' }),
    metadata: freeForm.default({}),
  }),
  answers: { 201: { description: 'The offer.', body: offer, headers: { Location: 'The offer' } } },
  problems: ['conflict'],
});
