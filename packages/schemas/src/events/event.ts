import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { actor } from './actor.ts';

/** Something that happened to a record, as its client sees it. */
export const event = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(eventTypes),
    at: z.iso.datetime(),
    resource: z.strictObject({ type: z.string(), id: z.uuid() }),
    from: z.string().optional().meta({ description: 'The status before, where the event is a move.' }),
    to: z.string().optional(),
    orderId: z.uuid().optional(),
    actor: actor.optional().meta({ description: 'Absent where nobody noted it.' }),
    details: z.record(z.string(), z.unknown()),
    cursor: z.string().meta({ description: 'The place of this event in its list: `?cursor=` reads on behind it.' }),
  })
  .meta({ id: 'Event' });

export type Event = z.infer<typeof event>;
