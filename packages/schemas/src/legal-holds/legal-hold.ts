import { z } from 'zod';
import { actor } from '../events/actor.ts';

const timestamp = z.iso.datetime();

/** A legal hold: what is kept of a holder, or of a whole broker, is not erased until somebody lifts it. */
export const legalHold = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    customerId: z.uuid().optional().meta({ description: 'The holder. Absent if the hold is on the whole broker.' }),
    reason: z.string(),
    placedBy: z.enum(['operator', 'broker']).meta({
      description: 'Who placed it. A broker lifts only what a broker has placed.',
    }),
    keyId: z.uuid().meta({ description: 'The key or the person that placed it.' }),
    createdBy: actor.optional().meta({ description: 'Who placed it, as far as the reader may know.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
    liftedAt: timestamp.optional(),
    liftedById: z.uuid().optional().meta({ description: 'The key or the person that lifted it.' }),
    liftedBy: actor.optional().meta({ description: 'Who lifted it, as far as the reader may know.' }),
    liftReason: z.string().optional(),
  })
  .meta({ id: 'LegalHold' });

export type LegalHold = z.infer<typeof legalHold>;
