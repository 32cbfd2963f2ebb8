import { defineRoute } from '@linework/http/define-route';
import { schedule, subscriptionRequest } from './subscription-request.ts';

export const cancelSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  problems: [...subscriptionRequest.problems, 'time-has-passed'],
  name: 'cancelSubscription',
  path: '/subscriptions/{id}/cancel',
  summary: 'End a subscription, now or later',
  description:
    'Its lines keep their status: those that a pause has blocked stay blocked. The days up to the end are still invoiced.',
  body: schedule.default({}),
});
