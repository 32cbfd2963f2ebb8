import { wholeNumberFromText } from '@linework/http/from-text';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { event } from './event.ts';
import { decodeEventCursor, type EventCursor } from './event-cursor.ts';

const eventCursorFromText = z
  .string()
  .transform((text, context) => {
    const cursor = decodeEventCursor(text);
    if (cursor === undefined) context.addIssue('is not a cursor of a list of events');
    return cursor as EventCursor;
  })
  .meta({ description: 'Read on behind this event: the `cursor` of an event, or `meta.nextCursor` of a page.' });

/** How the events of a record are asked for, and answered. */
export const eventListQuery = z
  .strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    cursor: eventCursorFromText.optional(),
    after: wholeNumberFromText({ min: 0, max: 999_999_999_999_999 })
      .optional()
      .meta({ deprecated: true, description: 'Read on behind this place, without the events that committed late. Use `cursor`.' }),
  })
  .refine((query) => !('after' in query && 'cursor' in query), { path: ['after'], error: 'cannot be given together with cursor', when: () => true });

export const eventListAnswers = {
  200: {
    description: 'Events, oldest first. `meta.nextCursor` is on every page, also on the last: read on with it when there may be more.',
    body: pagedEnvelope(event),
    headers: { Link: 'The next events, where there are more now' },
  },
} as const;

/** What the lists of events of single records have in common. */
export const eventListRequest = {
  method: 'get',
  description: 'Each event tells what happened to the record and when, and from which status it came to which where it moved.',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
} as const;
