import { defineRoute } from '@linework/http/define-route';
import { wholeNumberFromText } from '@linework/http/from-text';
import { z } from 'zod';
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
    'Events of all records, oldest first. Continue with `after` = `meta.nextAfter`: every event comes once, also one whose transaction commits late. ' +
    'With `waitSeconds` a request without new events waits for the first one, as long as its key is valid. Numbers, names and tax ids in the details are ' +
    'masked unless the key has the scope that reads the record. A page has at most about 1 MiB, so it may have fewer events than `limit`.',
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
        'Events, oldest first. A page may be empty and not the last one, if the filter excludes what was read: see `hasMore`.',
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
