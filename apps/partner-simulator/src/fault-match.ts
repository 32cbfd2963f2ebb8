import { createFaultRuleShape, type FaultRule } from '@linework/simulator/fault-rule';
import { z } from 'zod';
import { isLookup, type Operation, operations } from './operations.ts';

/** Which calls a fault strikes. Without a member it strikes every change; looks and notifications must be named, or their company be away. */
export const matchShape = z.strictObject({
  company: z.enum(['payments', 'tax-authority', 'clearing-house']).optional(),
  operation: z.enum(operations).optional(),
  /** What the call is about, or the end of it: the id of a method, payment or port-in, a ticket, an access key. */
  id: z.string().min(1).max(255).optional(),
});
export type Match = z.infer<typeof matchShape>;

export const faultRuleShape = createFaultRuleShape(matchShape);

/** A call as far as faults look at it. */
export interface FaultTarget {
  readonly operation: Operation;
  readonly id: string;
}

/** Whether a fault is meant for a call. */
export function isFaultFor({ fault, match }: FaultRule<Match>, { operation, id }: FaultTarget): boolean {
  const mustBeNamed = operation === 'notify' || (isLookup(operation) && fault !== 'away');
  if (mustBeNamed && match.operation !== operation) return false;
  return matchesTarget(match, { operation, id });
}

/** Whether everything that is named fits. */
export function matchesTarget(match: Match, { operation, id }: FaultTarget): boolean {
  return (
    (match.company === undefined || operation.startsWith(`${match.company}.`)) &&
    (match.operation === undefined || match.operation === operation) &&
    (match.id === undefined || id.endsWith(match.id))
  );
}
