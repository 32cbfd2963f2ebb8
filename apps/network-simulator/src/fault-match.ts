import { createFaultRuleShape, type FaultRule } from '@linework/simulator/fault-rule';
import { z } from 'zod';
import { type Operation, operations } from './change.ts';

const lastDigits = z.string().regex(/^\+?\d{1,15}$/, 'Digits: the last ones, or all of them.');

/**
 * Selects the calls that a fault applies to. An empty match applies to every change; `find` must be named, except for
 * an `unavailable` fault.
 */
const matchShape = z.strictObject({
  operation: z.enum(operations).optional(),
  /** The IMSI that the call is about, or its last digits. */
  imsi: lastDigits.optional(),
  /** The current or future number of the subscriber, or its last digits. */
  msisdn: lastDigits.optional(),
  keySuffix: z.enum(['execute', 'undo']).optional(),
});
export type Match = z.infer<typeof matchShape>;

export const faultRuleShape = createFaultRuleShape(matchShape, { canAccept: true });

/** A call with the fields that faults match. */
export interface FaultTarget {
  readonly operation: Operation;
  readonly imsi: string;
  /** The numbers that the call is about. */
  readonly msisdns: readonly string[];
  readonly key?: string;
}

/** Whether a fault matches a call. */
export function isFaultFor({ fault, match }: FaultRule<Match>, call: FaultTarget): boolean {
  // A read of a subscriber must not trigger a fault that is meant for a change.
  if (call.operation === 'find' && match.operation !== 'find' && fault !== 'unavailable') return false;
  return (
    (match.operation === undefined || match.operation === call.operation) &&
    (match.keySuffix === undefined || call.key?.endsWith(`:${match.keySuffix}`) === true) &&
    matchesLastDigits([call.imsi], match.imsi) &&
    matchesLastDigits(call.msisdns, match.msisdn)
  );
}

function matchesLastDigits(numbers: readonly string[], lastDigits: string | undefined): boolean {
  return lastDigits === undefined || numbers.some((number) => number.endsWith(lastDigits));
}
