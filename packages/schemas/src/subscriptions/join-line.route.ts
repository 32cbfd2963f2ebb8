import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscriptionRequest } from './subscription-request.ts';

export const joinLineRoute = defineRoute({
  ...subscriptionRequest,
  name: 'joinLine',
  path: '/subscriptions/{id}/lines',
  summary: 'Let a line of the holder join a subscription',
  description: 'One that joins while the subscription is PAUSED stays as it is.',
  body: z.strictObject({ lineId: z.uuid().toLowerCase() }),
  problems: ['not-found', 'invalid-status-transition', 'line-in-subscription', 'unknown-lines'],
});
