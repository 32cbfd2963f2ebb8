import { z } from 'zod';

const serviceState = z.enum(['standby', 'active', 'suspended']);

/** A subscriber in the simulator's response. */
export const subscriberResponse = z.object({ imsi: z.string(), msisdn: z.string(), serviceState });

/** The response to a change that took effect, now or earlier with the same key. */
const effectResponse = z.object({ seq: z.int().positive(), key: z.string() });

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** The response to a change that the network makes later. */
const acceptedResponse = z.object({
  operation: z.string().regex(/^[\w.:-]{1,200}$/),
  lookInMs: z.int().min(0).max(hourMs),
  deadlineMs: z.int().min(0).max(weekMs),
});

/** The response to a change: it took effect, or the network has accepted it. */
export const changeResponse = z.union([acceptedResponse, effectResponse]);
