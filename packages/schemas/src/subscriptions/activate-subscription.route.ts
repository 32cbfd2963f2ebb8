import { defineRoute } from '@linework/http/define-route';
import { subscriptionRequest } from './subscription-request.ts';

export const activateSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'activateSubscription',
  path: '/subscriptions/{id}/activate',
  summary: 'Begin a subscription, and its first cycle with it',
  description: 'Only a DRAFT can be activated.',
});
