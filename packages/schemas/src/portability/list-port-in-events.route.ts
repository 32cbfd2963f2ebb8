import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listPortInEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listPortInEvents',
  path: '/portability/port-ins/{id}/events',
  tag: 'Portability',
  summary: 'List the events of a port-in, oldest first',
  scope: 'portability:read',
});
