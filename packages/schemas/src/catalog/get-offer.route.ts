import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { offer } from './offer.ts';

export const getOfferRoute = defineRoute({
  name: 'getOffer',
  method: 'get',
  path: '/catalog/offers/{id}',
  tag: 'Catalog',
  summary: 'Get an offer with its current version',
  description: '`currentVersion` is absent if no version is valid now.',
  scope: 'catalog:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The offer.', body: offer } },
  problems: ['not-found'],
});
