import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';

export const listBrokerEventsRoute = defineRoute({
  name: 'listBrokerEvents',
  method: 'get',
  path: '/brokers/{id}/events',
  tag: 'brokers',
  summary: 'List the events of a broker, oldest first',
  description: 'Events are listed oldest first.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
