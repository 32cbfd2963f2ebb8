import { z } from 'zod';

const serviceState = z.enum(['standby', 'active', 'suspended']);

/** A subscriber in the simulator's response. */
export const subscriberResponse = z.object({ imsi: z.string(), msisdn: z.string(), serviceState });

/** The response to a change that took effect, now or earlier with the same key. */
export const effectResponse = z.object({ seq: z.int().positive(), key: z.string() });
