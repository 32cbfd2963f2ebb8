import { defineRoute } from '@linework/http/define-route';
import { subscriptionRequest } from './subscription-request.ts';

export const resumeSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'resumeSubscription',
  path: '/subscriptions/{id}/resume',
  summary: 'Resume a paused subscription',
  description:
    'Unblocks only the lines that the pause has blocked. An unblock order that cannot be opened is retried. The days of the pause are not invoiced.',
});
