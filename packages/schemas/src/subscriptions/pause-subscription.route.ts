import { defineRoute } from '@linework/http/define-route';
import { schedule, subscriptionRequest } from './subscription-request.ts';

export const pauseSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  problems: [...subscriptionRequest.problems, 'ended-by-then', 'time-has-passed'],
  name: 'pauseSubscription',
  path: '/subscriptions/{id}/pause',
  summary: 'Pause a subscription, now or later',
  description:
    'It is PAUSED at once, and block orders are opened for its ACTIVE lines; where another order is at work on one, as soon as that has come to rest. ' +
    'A line whose order cannot be opened does not keep the subscription from its pause: opening it is tried again until it succeeds or the pause is ' +
    'over. Days of a pause are not invoiced; what was paid in advance is not given back. A plan for a time after its end is refused.',
  body: schedule.default({}),
});
