import { z } from 'zod';

const answer = z.object({ protocol: z.string().regex(/^\d{16}$/), at: z.iso.datetime(), program: z.string() });
export type Answer = z.infer<typeof answer>;

/** A receipt that the authority said yes to. Its id is its access key. */
export const receipt = z.object({
  kind: z.literal('receipt'),
  id: z.string().length(44),
  /** SHA-256 of the document, in hexadecimal. */
  digest: z.string(),
  authorisation: answer,
  cancellation: answer.optional(),
});
export type Receipt = z.infer<typeof receipt>;
