import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { eventEnvelope } from './event-envelope.ts';
import { eventResourceTypes } from './event-resources.ts';

const eventTypeDocument = z
  .strictObject({
    type: z.enum(eventTypes),
    description: z.string(),
    resourceType: z.enum(eventResourceTypes).meta({ description: 'The kind of record that the event is about.' }),
    from: z
      .array(z.string().nullable())
      .optional()
      .meta({ description: 'The possible statuses before; null for a new record. Only for a change of status.' }),
    to: z.string().optional().meta({ description: 'The status since. Only for a change of status.' }),
    schema: z.record(z.string(), z.unknown()).meta({ description: 'The JSON Schema of the event.' }),
    example: eventEnvelope,
  })
  .meta({ id: 'EventType' });

export const listEventTypesRoute = defineRoute({
  name: 'listEventTypes',
  method: 'get',
  path: '/event-types',
  tag: 'events',
  summary: 'List all event types',
  description: 'Each type has its schema and an example. No key is needed.',
  scope: null,
  responses: {
    200: {
      description: 'The event types, in the order of their names.',
      body: z.strictObject({ items: z.array(eventTypeDocument) }),
    },
  },
  problems: [],
});
