import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listRefundEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listRefundEvents',
  path: '/refunds/{id}/events',
  tag: 'payments',
  summary: 'List the events of a refund, oldest first',
  scope: 'payments:read',
});
