import { defineRoute } from '@linework/http/define-route';
import { schedule, subscriptionRequest } from './subscription-request.ts';

export const pauseSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  problems: [...subscriptionRequest.problems, 'ended-by-then', 'time-has-passed'],
  name: 'pauseSubscription',
  path: '/subscriptions/{id}/pause',
  summary: 'Pause a subscription, now or later',
  description:
    'The subscription is PAUSED at once, and block orders are opened for its ACTIVE lines. A line with another open order gets its block order once that order is settled. ' +
    'A block order that cannot be opened does not stop the pause: a job retries it until it succeeds or the pause ends. ' +
    'Days of a pause are not invoiced, but days that were paid in advance are not credited. A time after the end of the subscription is rejected.',
  body: schedule.default({}),
});
