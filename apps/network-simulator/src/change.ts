import { z } from 'zod';
import { imsi, msisdn, serviceState } from './subscriber.ts';

/** What a caller can ask the register to change. */
export const change = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('create'), imsi, msisdn, serviceState }),
  /** With numbers, only of the subscriber that has one of them; a delete and a change of number likewise. */
  z.object({ operation: z.literal('set-service-state'), imsi, serviceState, msisdns: z.array(msisdn).optional() }),
  z.object({ operation: z.literal('change-msisdn'), imsi, msisdn, msisdns: z.array(msisdn).optional() }),
  /** With a number, only of the subscriber that has it. */
  z.object({ operation: z.literal('change-imsi'), imsi, newImsi: imsi, msisdn: msisdn.optional() }),
  z.object({ operation: z.literal('delete'), imsi, msisdns: z.array(msisdn).optional() }),
]);
export type Change = z.infer<typeof change>;

/** The names of the calls that a fault can be ordered for: every change, and the reading of one subscriber. */
export const operations = ['create', 'set-service-state', 'change-msisdn', 'change-imsi', 'delete', 'find'] as const;
export type Operation = (typeof operations)[number];
