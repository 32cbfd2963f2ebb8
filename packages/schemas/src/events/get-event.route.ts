import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventEnvelope } from './event-envelope.ts';

export const getEventRoute = defineRoute({
  name: 'getEvent',
  method: 'get',
  path: '/events/{id}',
  tag: 'events',
  summary: 'Get an event',
  description: 'The event as the feed shows it.',
  scope: 'events:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The event.', body: eventEnvelope } },
  problems: ['not-found'],
});
