import { z } from 'zod';
import { brokerLifecycle } from '../lifecycles/broker.lifecycle.ts';

const timestamp = z.iso.datetime();

/** A company that sells lines. Each record of a client belongs to one broker. */
export const broker = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Ponte Telecom' }),
    code: z.string().optional().meta({ description: 'The code that other systems use for it.', example: 'ponte' }),
    cellGroup: z
      .string()
      .optional()
      .meta({ description: 'The group in its new keys: `lw_<group>_...`.', example: 'a' }),
    status: z.enum(brokerLifecycle.statuses),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Broker' });

export type Broker = z.infer<typeof broker>;
