import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listPaymentEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listPaymentEvents',
  path: '/payments/{id}/events',
  tag: 'payments',
  summary: 'List the events of a payment, oldest first',
  scope: 'payments:read',
});
