import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../../events/event-list.ts';

export const listRangeEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listRangeEvents',
  path: '/inventory/ranges/{id}/events',
  tag: 'Inventory',
  summary: 'List the events of a range',
  description: 'Events are listed oldest first. The events of a deleted range are listed too.',
  scope: 'inventory:read',
});
