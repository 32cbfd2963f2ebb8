import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscriptionRequest } from './subscription-request.ts';

export const joinLineRoute = defineRoute({
  ...subscriptionRequest,
  name: 'joinLine',
  path: '/subscriptions/{id}/lines',
  summary: 'Add a line to a subscription',
  description:
    'The line must belong to the holder of the subscription. A line that joins a PAUSED subscription is not blocked.',
  body: z.strictObject({ lineId: z.uuid().toLowerCase() }),
  problems: ['not-found', 'invalid-status-transition', 'line-in-subscription', 'unknown-lines'],
});
