import { type FaultOrder, faultOrderOf } from '@linework/simulator/fault';
import { z } from 'zod';
import { type Operation, operations } from './change.ts';

const lastDigits = z.string().regex(/^\+?\d{1,15}$/, 'Digits: the last ones, or all of them.');

/** Which calls a fault strikes. Without a member it strikes every change; `find` must be named, or the network be away. */
const match = z.strictObject({
  operation: z.enum(operations).optional(),
  /** The IMSI that the call is about, or its last digits. */
  imsi: lastDigits.optional(),
  /** The number that the subscriber has or is to get, or its last digits. */
  msisdn: lastDigits.optional(),
  keySuffix: z.enum(['execute', 'undo']).optional(),
});
export type Match = z.infer<typeof match>;

export const faultOrder = faultOrderOf(match);

/** A call as far as faults look at it. */
export interface StrikableCall {
  readonly operation: Operation;
  readonly imsi: string;
  /** The numbers that the call is about. */
  readonly msisdns: readonly string[];
  readonly key?: string;
}

/** Whether a fault is meant for a call. */
export function fits({ fault, match }: FaultOrder<Match>, call: StrikableCall): boolean {
  // A look at a subscriber must not use up a fault that was meant for a change.
  if (call.operation === 'find' && match.operation !== 'find' && fault !== 'away') return false;
  return (
    (match.operation === undefined || match.operation === call.operation) &&
    (match.keySuffix === undefined || call.key?.endsWith(`:${match.keySuffix}`) === true) &&
    endsWith([call.imsi], match.imsi) &&
    endsWith(call.msisdns, match.msisdn)
  );
}

function endsWith(numbers: readonly string[], lastDigits: string | undefined): boolean {
  return lastDigits === undefined || numbers.some((number) => number.endsWith(lastDigits));
}
