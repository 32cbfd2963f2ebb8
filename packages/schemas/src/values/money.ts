import { z } from 'zod';

/** An amount in BRL as text with two decimals, so that floating point cannot lose a cent. */
export const amount = z
  .string()
  .regex(/^(0|[1-9]\d{0,11})\.\d{2}$/, 'must be an amount such as "49.90"')
  .meta({ id: 'Amount', description: 'BRL, two decimals.', example: '49.90' });

/** An amount in BRL that may be negative. */
export const signedAmount = z
  .string()
  .regex(/^-?(0|[1-9]\d{0,11})\.\d{2}$/, 'must be an amount such as "-49.90"')
  .meta({ id: 'SignedAmount', description: 'BRL, two decimals.', example: '-4.99' });

export const currency = z.literal('BRL');
