import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listPortOutEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listPortOutEvents',
  path: '/portability/port-outs/{id}/events',
  tag: 'Portability',
  summary: 'List the events of a port-out, oldest first',
  scope: 'portability:read',
});
