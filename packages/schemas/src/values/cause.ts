import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { actor } from '../events/actor.ts';
import { eventTypes } from '../events.ts';

/** An instant of the past in a query. */
export const instant = timestampFromText.meta({
  description: 'ISO 8601 with an offset.',
  example: '2026-03-03T14:10:00-03:00',
});

/** What made a value what it was. */
export const cause = z
  .strictObject({
    type: z.enum(eventTypes),
    at: z.iso.datetime(),
    orderId: z.uuid().optional(),
    actor: actor.optional().meta({ description: 'Absent where no actor is stored.' }),
  })
  .meta({ id: 'Cause', description: 'The event that made it so.' });

export type Cause = z.infer<typeof cause>;

/** The instant of an answer about the past. */
export const instantOfAnswer = z.iso
  .datetime()
  .optional()
  .meta({ description: 'The instant, if the request names one.' });
