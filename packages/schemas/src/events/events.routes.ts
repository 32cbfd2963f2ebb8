import { defineRoute } from '@linework/http/define-route';
import { wholeNumberFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { eventResourceTypes, eventTypes } from '../events.ts';
import { eventEnvelope } from './event-envelope.ts';
import { feedFilters, waitLimitSeconds } from './feed-filters.ts';
import { feedGone, positionFromText } from './feed-position.ts';

export const listEventsRoute = defineRoute({
  name: 'listEvents',
  method: 'get',
  path: '/events',
  tag: 'events',
  summary: 'Read the feed of events',
  description:
    'Events of all records, oldest first. Continue with `after` = `meta.nextAfter`: every event comes once, also ' +
    'one whose transaction commits late. ' +
    'With `waitSeconds` a request without new events waits for the first one, as long as its key is valid. ' +
    'Numbers, names and tax ids in the details are ' +
    'masked unless the key has the scope that reads the record. A page has at most about 1 MiB, so it may have ' +
    'fewer events than `limit`.',
  scope: 'events:read',
  query: z.strictObject({
    after: positionFromText
      .optional()
      .meta({ description: 'Continues after this position. Without it, at the oldest event that is kept.' }),
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(100),
    waitSeconds: wholeNumberFromText({ min: 0, max: waitLimitSeconds }).default(0),
    ...feedFilters,
  }),
  responses: {
    200: {
      description:
        'Events, oldest first. A page may be empty and not the last one, if the filter excludes what was read: ' +
        'see `hasMore`.',
      body: z.strictObject({
        items: z.array(eventEnvelope),
        meta: z.strictObject({
          nextAfter: z
            .int()
            .min(0)
            .max(Number.MAX_SAFE_INTEGER)
            .meta({ description: 'The `after` of the next request.' }),
          hasMore: z.boolean().meta({ description: 'Whether there is more to read now.' }),
        }),
      }),
      headers: { Link: 'The next page, if there are more events now' },
    },
  },
  problems: ['gone'],
  problemMembers: { 410: feedGone },
});

export const streamEventsRoute = defineRoute({
  name: 'streamEvents',
  method: 'get',
  path: '/events/stream',
  tag: 'events',
  summary: 'Stream the feed of events',
  description:
    'Server-sent events. `id` is the position, `data` the event. A client that reconnects sends `Last-Event-ID`, ' +
    'as `EventSource` does, and misses nothing. ' +
    'Without it and without `after` the stream begins now. A comment every 15 seconds keeps the connection open. ' +
    'A client that reads too slowly is ' +
    'disconnected. The stream ends when the key is revoked, when the broker is suspended and when the service stops.',
  scope: 'events:read',
  query: z.strictObject({
    after: positionFromText
      .optional()
      .meta({ description: 'Continues after this position. `Last-Event-ID` goes before it.' }),
    ...feedFilters,
  }),
  responses: { 200: { description: 'A stream of events.', eventStream: eventEnvelope } },
  problems: ['gone'],
  problemMembers: { 410: feedGone },
});

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
