import { z } from 'zod';

/** How a person recognises a line in a list of something else: by its number and by the name of its holder. */
export const lineLabel = z.strictObject({
  id: z.uuid(),
  msisdn: z.string(),
  holder: z.strictObject({ id: z.uuid(), name: z.string() }),
});

export type LineLabel = z.infer<typeof lineLabel>;
