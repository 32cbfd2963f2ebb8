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
  .meta({ description: 'Continues after this event: the `cursor` of an event.' });

/** The query and the response of the event list of a record. */
export const eventListQuery = z
  .strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    cursor: eventCursorFromText.optional(),
    after: wholeNumberFromText({ min: 0, max: 999_999_999_999_999 }).optional().meta({
      deprecated: true,
      description: 'Continues after this event number, without the events that committed late. Use `cursor` instead.',
    }),
  })
  .refine((query) => !('after' in query && 'cursor' in query), {
    path: ['after'],
    error: 'cannot be combined with cursor',
    when: () => true,
  });

export const eventListAnswers = {
  200: {
    description:
      'Events, oldest first. A page has at most about 1 MiB, so it may have fewer events than `limit`. After the ' +
      'last page, continue with the `cursor` of the last event when new events may exist.',
    body: pagedEnvelope(event),
    headers: { Link: 'The next page, if there are more events now' },
  },
} as const;

/** The common parts of the event lists of single records. */
export const eventListRequest = {
  method: 'get',
  description:
    'Each event says what changed on the record and when. An event of a status change has the old and the new status.',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
} as const;
