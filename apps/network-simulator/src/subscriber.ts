import { z } from 'zod';

/** An IMSI: at most 15 digits (ITU-T E.212). */
export const imsi = z.string().regex(/^\d{5,15}$/, 'An IMSI is 5 to 15 digits.');

/** An MSISDN: at most 15 digits (ITU-T E.164). Stored as it is sent, with or without the plus sign. */
export const msisdn = z.string().regex(/^\+?\d{5,15}$/, 'An MSISDN is 5 to 15 digits, with or without a plus sign.');

export const serviceState = z.enum(['standby', 'active', 'suspended']);

/** A subscriber as the register has it. */
export const subscriber = z.strictObject({ imsi, msisdn, serviceState }).readonly();
export type Subscriber = z.infer<typeof subscriber>;
