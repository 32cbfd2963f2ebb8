import { z } from 'zod';
import { jobs } from '../jobs.ts';

/**
 * Who did something, as far as the reader may know. A broker is told of its own keys; of every other key only that an operator used it.
 */
export const actor = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('key'), keyId: z.uuid(), name: z.string().optional() }).meta({ description: 'A request with this API key.' }),
    z.strictObject({ type: z.literal('operator') }).meta({ description: 'A request with a key that is not of the broker that reads this.' }),
    z
      .strictObject({ type: z.literal('system'), job: z.enum(jobs.map(({ name }) => name)).optional() })
      .meta({ description: 'No request: the service itself, in this job.' }),
  ])
  .meta({ id: 'Actor', description: 'Who did it.' });

export type Actor = z.infer<typeof actor>;
