import { z } from 'zod';
import { token } from './method.ts';

export const paymentId = z.uuid();
export const amount = z.string().regex(/^\d{1,13}\.\d{2}$/, 'An amount has two decimals.');

/** A payment at the provider. One that was cancelled before it arrived has neither token nor amount. */
export const charge = z.object({
  kind: z.literal('charge'),
  id: paymentId,
  token: token.optional(),
  amount: amount.optional(),
  currency: z.literal('BRL'),
  status: z.enum(['PENDING', 'AUTHORIZED', 'CONFIRMED', 'FAILED', 'CANCELED', 'REFUNDED', 'CHARGED_BACK']),
  reason: z.string().optional(),
  /** When it is settled automatically. */
  settlesAt: z.iso.datetime().optional(),
});
export type Charge = z.infer<typeof charge>;
