import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventEnvelope } from './event-envelope.ts';
import { feedFilters } from './feed-filters.ts';
import { feedGone, positionFromText } from './feed-position.ts';

export const streamEventsRoute = defineRoute({
  name: 'streamEvents',
  method: 'get',
  path: '/events/stream',
  tag: 'events',
  summary: 'Stream the feed of events',
  description:
    'Server-sent events. `id` is the position, `data` the event. A client that reconnects sends `Last-Event-ID`, as `EventSource` does, and misses nothing. ' +
    'Without it and without `after` the stream begins now. A comment every 15 seconds keeps the connection open. A client that reads too slowly is ' +
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
