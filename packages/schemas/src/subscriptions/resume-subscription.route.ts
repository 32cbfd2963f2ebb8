import { defineRoute } from '@linework/http/define-route';
import { subscriptionRequest } from './subscription-request.ts';

export const resumeSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'resumeSubscription',
  path: '/subscriptions/{id}/resume',
  summary: 'Resume a paused subscription',
  description:
    'Unblocks the lines that its pause blocked, and no others. Where an order cannot be opened, that is tried again. The days of the pause are not invoiced.',
});
