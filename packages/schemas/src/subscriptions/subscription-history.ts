import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { cause, instant, instantOfAnswer } from '../values/cause.ts';
import { subscription } from './subscription.ts';

/** A subscription as it was at an instant: what has a history. */
export const subscriptionAtInstant = z
  .strictObject({
    ...subscription.pick({ id: true, customerId: true, status: true, createdAt: true }).shape,
    offerId: z.uuid(),
    offerVersionId: z.uuid(),
    activatedAt: z.iso.datetime().optional(),
    products: z
      .array(z.strictObject({ productId: z.uuid(), offerVersionId: z.uuid(), addedAt: z.iso.datetime() }))
      .meta({ description: 'Its products then, in the order in which they were added.' }),
    at: instantOfAnswer,
    causes: z.strictObject({ status: cause }).meta({ description: 'What made its status what it was.' }),
  })
  .meta({ id: 'SubscriptionAtInstant' });

export type SubscriptionAtInstant = z.infer<typeof subscriptionAtInstant>;

export const getSubscriptionAtInstantRoute = defineRoute({
  name: 'getSubscriptionAtInstant',
  method: 'get',
  path: '/subscriptions/{id}/past',
  tag: 'subscriptions',
  summary: 'Get a subscription as it was at an instant',
  description:
    'Its status, with the job or the actor that made it so, its offer, which never changes, and its products. ' +
    'An instant before the subscription existed is not-found, and the answer tells since when it is known. Its lines ' +
    'over time are those of `GET /subscriptions/{id}/lines`. Without `at` it is the subscription of now.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ at: instant.optional() }),
  responses: { 200: { description: 'The subscription at that instant.', body: subscriptionAtInstant } },
  problems: ['not-found'],
});
