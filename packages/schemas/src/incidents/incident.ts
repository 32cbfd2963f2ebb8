import { z } from 'zod';
import { actor } from '../events/actor.ts';

const timestamp = z.iso.datetime();
const code = z.string().min(1).max(200);

/** What failed orders have in common: with these members `GET /order-groups` finds them. */
export const incidentKey = {
  type: code.meta({ description: 'The order type.', example: 'LINE_BLOCK' }),
  step: code.meta({
    description: 'The `orderTypeStepCode` of the failed step; `none` if no step had started.',
    example: 'LINE_BLOCK.SUSPEND_NETWORK',
  }),
  errorCode: code.meta({ example: 'network-timeout' }),
};

/** Who is on failed orders with the same type, step and error code, and what the next person should know. */
export const incident = z
  .strictObject({
    id: z.uuid(),
    ...incidentKey,
    assignee: actor.optional().meta({
      description:
        'Who works on it. If every order is repaired and the error comes back, this is still who worked on it ' +
        'before: compare `assignedAt` with the first failure.',
    }),
    assignedAt: timestamp.optional(),
    note: z.string().optional(),
    notedBy: actor.optional(),
    notedAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Incident' });

export type Incident = z.infer<typeof incident>;
export type IncidentKey = Pick<Incident, 'type' | 'step' | 'errorCode'>;
