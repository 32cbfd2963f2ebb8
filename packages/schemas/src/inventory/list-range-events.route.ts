import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listRangeEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listRangeEvents',
  path: '/inventory/ranges/{id}/events',
  tag: 'Inventory',
  summary: 'List the events of a range, oldest first',
  description: 'Also those of a range that was deleted.',
  scope: 'inventory:read',
});
