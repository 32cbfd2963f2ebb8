import { z } from 'zod';
import { eventTypes } from '../events.ts';

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
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });

export type Event = z.infer<typeof event>;
