import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';

export const listResourceEventsRoute = defineRoute({
  name: 'listResourceEvents',
  method: 'get',
  path: '/inventory/resources/{id}/events',
  tag: 'Inventory',
  summary: 'List the events of a resource',
  description: 'Events are listed oldest first.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
