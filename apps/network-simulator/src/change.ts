import { z } from 'zod';
import { imsi, msisdn, serviceState } from './subscriber.ts';

/** The changes that a caller can request. */
export const change = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('create'), imsi, msisdn, serviceState }),
  /**
   * If numbers are sent, only a subscriber with one of them is changed; the same for a delete and a change of number.
   */
  z.object({ operation: z.literal('set-service-state'), imsi, serviceState, msisdns: z.array(msisdn).optional() }),
  z.object({ operation: z.literal('change-msisdn'), imsi, msisdn, msisdns: z.array(msisdn).optional() }),
  /** If a number is sent, only a subscriber with it is changed. */
  z.object({ operation: z.literal('change-imsi'), imsi, newImsi: imsi, msisdn: msisdn.optional() }),
  z.object({ operation: z.literal('delete'), imsi, msisdns: z.array(msisdn).optional() }),
]);
export type Change = z.infer<typeof change>;

/** The names of the calls that a fault can match: every change, and the reading of one subscriber. */
export const operations = ['create', 'set-service-state', 'change-msisdn', 'change-imsi', 'delete', 'find'] as const;
export type Operation = (typeof operations)[number];
