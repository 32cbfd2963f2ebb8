import { z } from 'zod';

/** The public form of a lifecycle. */
export const lifecycleDocument = z
  .strictObject({
    name: z.string(),
    initial: z.array(z.string()),
    statuses: z.array(z.strictObject({ name: z.string(), is: z.string(), final: z.boolean() })),
    moves: z.array(
      z.strictObject({
        from: z.string().nullable().meta({ description: 'Null for the creation of a record.' }),
        to: z.string(),
        on: z.string().optional().meta({ description: 'The request that causes this transition.' }),
      }),
    ),
  })
  .meta({ id: 'Lifecycle' });
