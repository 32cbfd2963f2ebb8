import { wholeNumberFromText } from '@linework/http/from-text';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { event } from './event.ts';

/** How the events of a record are asked for, and answered. */
export const eventListQuery = z.strictObject({
  limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
  after: wholeNumberFromText({ min: 0, max: 999_999_999_999_999 }).default(0).meta({ description: 'Read on behind this place; from `Link`.' }),
});

export const eventListAnswers = {
  200: { description: 'Events, oldest first.', body: pagedEnvelope(event), headers: { Link: 'The next events' } },
} as const;

/** What the lists of events of single records have in common. */
export const eventListRequest = {
  method: 'get',
  description: 'Each event tells what happened to the record and when, and from which status it came to which where it moved.',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  answers: eventListAnswers,
  problems: ['not-found'],
} as const;
