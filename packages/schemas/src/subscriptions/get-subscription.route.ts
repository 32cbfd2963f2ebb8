import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscription } from './subscription.ts';

export const getSubscriptionRoute = defineRoute({
  name: 'getSubscription',
  method: 'get',
  path: '/subscriptions/{id}',
  tag: 'subscriptions',
  summary: 'Get a subscription',
  description: 'Members without a value are left out.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The subscription.', body: subscription } },
  problems: ['not-found'],
});
