import { z } from 'zod';

const approval = z.object({ protocol: z.string().regex(/^\d{16}$/), at: z.iso.datetime(), program: z.string() });
export type Approval = z.infer<typeof approval>;

/** A receipt that the authority has authorised. Its id is its access key. */
export const receipt = z.object({
  kind: z.literal('receipt'),
  id: z.string().length(44),
  /** SHA-256 of the document, in hexadecimal. */
  digest: z.string(),
  authorisation: approval,
  cancellation: approval.optional(),
});
export type Receipt = z.infer<typeof receipt>;
