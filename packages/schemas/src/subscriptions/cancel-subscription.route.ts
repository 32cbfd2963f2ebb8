import { defineRoute } from '@linework/http/define-route';
import { schedule, subscriptionRequest } from './subscription-request.ts';

export const cancelSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  problems: [...subscriptionRequest.problems, 'time-has-passed'],
  name: 'cancelSubscription',
  path: '/subscriptions/{id}/cancel',
  summary: 'End a subscription, now or later',
  description: 'Its lines stay as they are: those that a pause has blocked stay blocked. What was given until then is still invoiced.',
  body: schedule.default({}),
});
