import { z } from 'zod';

const serviceState = z.enum(['standby', 'active', 'suspended']);

/** A subscriber as the simulator tells it. */
export const subscriberResponse = z.object({ imsi: z.string(), msisdn: z.string(), serviceState });

/** What it answers to a change that took effect, now or earlier under the same key. */
export const effectResponse = z.object({ seq: z.int().positive(), key: z.string() });
