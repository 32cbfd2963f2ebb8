import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../../events/event-list.ts';

export const listPoolEventsRoute = defineRoute({
  name: 'listPoolEvents',
  method: 'get',
  path: '/inventory/pools/{poolId}/events',
  tag: 'Inventory',
  summary: 'List the events of a pool',
  description: 'Events are listed oldest first.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
