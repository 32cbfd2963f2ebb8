import { z } from 'zod';

export const methodId = z.uuid();
export const token = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'A token is 1 to 255 visible characters.');

/** A payment method at the provider. */
export const method = z.object({
  kind: z.literal('method'),
  id: methodId,
  type: z.enum(['CARD', 'PIX_AUTHORIZATION']),
  token,
  status: z.enum(['PENDING', 'ACTIVE', 'REFUSED', 'REMOVED']),
  brand: z.string().optional(),
  lastFour: z.string().optional(),
  expiresOn: z.iso.date().optional(),
  reason: z.string().optional(),
});
export type Method = z.infer<typeof method>;
