import { defineRoute } from '@linework/http/define-route';
import { subscriptionRequest } from './subscription-request.ts';

export const activateSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'activateSubscription',
  path: '/subscriptions/{id}/activate',
  summary: 'Activate a subscription',
  description: 'Only a DRAFT can be activated. Its first cycle begins.',
});
