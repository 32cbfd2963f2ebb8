import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { actor } from './actor.ts';
import { longValues } from './event-envelope.ts';

/** An event of a record, as its client sees it. */
export const event = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(eventTypes),
    at: z.iso.datetime(),
    resource: z.strictObject({ type: z.string(), id: z.uuid() }),
    from: z.string().optional().meta({ description: 'The previous status, for an event of a status change.' }),
    to: z.string().optional(),
    orderId: z.uuid().optional(),
    actor: actor.optional().meta({ description: 'Absent where no actor is stored.' }),
    details: z.record(z.string(), z.unknown()).meta({ description: longValues('What else the event says.') }),
    cursor: z.string().meta({ description: 'The position of this event in its list: `?cursor=` continues after it.' }),
  })
  .meta({ id: 'Event' });

export type Event = z.infer<typeof event>;
