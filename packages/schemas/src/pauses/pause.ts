import { z } from 'zod';
import { actor } from '../events/actor.ts';

const timestamp = z.iso.datetime();

export const pauseKinds = ['order-type', 'step', 'system'] as const;

/** A stop of an order type, a step or a system, until an operator ends it, or until a time. */
export const pause = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(pauseKinds),
    target: z.string().meta({
      description: 'The code of the order type, the `orderTypeStepCode` of the step, or the name of the system.',
      example: 'network',
    }),
    reason: z.string(),
    keyId: z.uuid().meta({ description: 'The key that started it.' }),
    createdBy: actor.optional().meta({ description: 'Who started it.' }),
    waitingCount: z.int().min(0).meta({ description: 'How many orders wait for its end.' }),
    createdAt: timestamp,
    endsAt: timestamp.optional().meta({ description: 'When it ends by itself. Absent if somebody has to end it.' }),
    endedAt: timestamp.optional(),
  })
  .meta({ id: 'Pause' });

export type Pause = z.infer<typeof pause>;
