import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';

export const listOrderEventsRoute = defineRoute({
  name: 'listOrderEvents',
  method: 'get',
  path: '/orders/{orderId}/events',
  tag: 'orders',
  summary: 'List the events of an order',
  description: 'Events are listed oldest first.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
