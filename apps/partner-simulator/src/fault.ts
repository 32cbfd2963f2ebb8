import { type FaultOrder, faultOrderOf } from '@linework/simulator/fault';
import { z } from 'zod';
import { looks, type Operation, operations } from './operations.ts';

/** Which calls a fault strikes. Without a member it strikes every change; looks and notifications must be named, or their company be away. */
export const match = z.strictObject({
  company: z.enum(['payments', 'tax-authority', 'clearing-house']).optional(),
  operation: z.enum(operations).optional(),
  /** What the call is about, or the end of it: the id of a method, payment or port-in, a ticket, an access key. */
  id: z.string().min(1).max(255).optional(),
});
export type Match = z.infer<typeof match>;

export const faultOrder = faultOrderOf(match);

/** A call as far as faults look at it. */
export interface StrikableCall {
  readonly operation: Operation;
  readonly id: string;
}

/** Whether a fault is meant for a call. */
export function fits({ fault, match: wanted }: FaultOrder<Match>, { operation, id }: StrikableCall): boolean {
  const asked = operation === 'notify' || (looks(operation) && fault !== 'away');
  if (asked && wanted.operation !== operation) return false;
  return matches(wanted, { operation, id });
}

/** Whether everything that is named fits. */
export function matches(wanted: Match, { operation, id }: StrikableCall): boolean {
  return (
    (wanted.company === undefined || operation.startsWith(`${wanted.company}.`)) &&
    (wanted.operation === undefined || wanted.operation === operation) &&
    (wanted.id === undefined || id.endsWith(wanted.id))
  );
}
