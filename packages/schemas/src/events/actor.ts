import { z } from 'zod';
import { jobs } from '../jobs.ts';

/** The actor of an event, as far as the reader may know it. A broker sees its own keys; of every other key it only sees that an operator used it. */
export const actor = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('key'), keyId: z.uuid(), name: z.string().optional() }).meta({ description: 'A request with this API key.' }),
    z.strictObject({ type: z.literal('operator') }).meta({ description: 'A request with a key that does not belong to the broker that reads this.' }),
    z
      .strictObject({ type: z.literal('system'), job: z.enum(jobs.map(({ name }) => name)).optional() })
      .meta({ description: 'No request: the service itself, in this job.' }),
  ])
  .meta({ id: 'Actor', description: 'The actor.' });

export type Actor = z.infer<typeof actor>;
