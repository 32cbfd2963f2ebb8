import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';

export const listLineEventsRoute = defineRoute({
  name: 'listLineEvents',
  method: 'get',
  path: '/lines/{id}/events',
  tag: 'lines',
  summary: 'List the events of a line',
  description: 'Events are listed oldest first.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
