import { defineRoute } from '@linework/http/define-route';
import { wholeNumberFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { event } from '../events/event.ts';

export const listLineEventsRoute = defineRoute({
  name: 'listLineEvents',
  method: 'get',
  path: '/lines/{id}/events',
  tag: 'lines',
  summary: 'What has happened to a line, oldest first',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    after: wholeNumberFromText({ min: 0, max: 999_999_999_999_999 }).default(0).meta({ description: 'Read on behind this place; from `Link`.' }),
  }),
  answers: {
    200: { description: 'Events, oldest first.', body: z.strictObject({ items: z.array(event) }), headers: { Link: 'The next events' } },
  },
  problems: ['not-found'],
});
