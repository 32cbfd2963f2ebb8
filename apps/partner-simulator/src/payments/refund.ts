import { z } from 'zod';
import { amount, paymentId } from './charge.ts';

export const refundId = z.uuid();

/** A refund of a charge. One that was cancelled before it arrived has neither payment nor amount. */
export const refund = z.object({
  kind: z.literal('refund'),
  id: refundId,
  paymentId: paymentId.optional(),
  amount: amount.optional(),
  currency: z.literal('BRL'),
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'CANCELED']),
  reason: z.string().optional(),
  /** When it is completed automatically. */
  settlesAt: z.iso.datetime().optional(),
});
export type Refund = z.infer<typeof refund>;
