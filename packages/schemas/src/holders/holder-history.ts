import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { cause, instant, instantOfAnswer } from '../values/cause.ts';
import { holder } from './holder.ts';

/** A holder as it was at an instant: what has a history. */
export const holderAtInstant = holder
  .pick({ id: true, brokerId: true, name: true, federalTaxId: true, createdAt: true, anonymisedAt: true })
  .extend({
    at: instantOfAnswer,
    causes: z
      .strictObject({ name: cause.optional(), federalTaxId: cause.optional() })
      .meta({ description: 'What made each value what it was.' }),
  })
  .meta({ id: 'HolderAtInstant' });

export type HolderAtInstant = z.infer<typeof holderAtInstant>;

export const getHolderAtInstantRoute = defineRoute({
  name: 'getHolderAtInstant',
  method: 'get',
  path: '/holders/{id}/past',
  tag: 'holders',
  summary: 'Get a holder as it was at an instant',
  description:
    'Its name and tax id, each with the actor that made it so. After an anonymisation they are erased for every ' +
    'instant. An instant before the holder existed is not-found, and the answer tells since when the holder is ' +
    'known. Without `at` it is the holder of now.',
  scope: 'holders:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ at: instant.optional() }),
  responses: { 200: { description: 'The holder at that instant.', body: holderAtInstant } },
  problems: ['not-found'],
});
