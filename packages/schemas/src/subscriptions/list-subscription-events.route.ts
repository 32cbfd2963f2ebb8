import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listSubscriptionEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listSubscriptionEvents',
  path: '/subscriptions/{id}/events',
  tag: 'subscriptions',
  summary: 'List the events of a subscription, oldest first',
  scope: 'subscriptions:read',
});
