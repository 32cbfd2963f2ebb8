import { z } from 'zod';
import { jobs } from '../jobs.ts';

/**
 * The actor of an event, as far as the reader may know it. A broker sees its own keys; of every other key, and of
 * people, it only sees that an operator did it.
 */
export const actor = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('key'), keyId: z.uuid(), name: z.string().optional() })
      .meta({ description: 'A request with this API key.' }),
    z
      .strictObject({
        type: z.literal('operator'),
        operatorId: z
          .uuid()
          .optional()
          .meta({ description: 'The person who used the console. Only operators see it.' }),
        name: z.string().optional(),
      })
      .meta({ description: 'A person at the console; for a broker also a request with a key that is not its own.' }),
    z
      .strictObject({ type: z.literal('system'), job: z.enum(jobs.map(({ name }) => name)).optional() })
      .meta({ description: 'No request: the service itself, in this job.' }),
  ])
  .meta({ id: 'Actor', description: 'The actor.' });

export type Actor = z.infer<typeof actor>;
