import { createFaultRuleShape, type FaultRule } from '@linework/simulator/fault-rule';
import { z } from 'zod';
import { isLookup, type Operation, operations } from './operations.ts';

/**
 * Selects the calls that a fault applies to. An empty match applies to every change; reads and notifications must be
 * named, except for an `unavailable` fault.
 */
export const matchShape = z.strictObject({
  company: z.enum(['payments', 'tax-authority', 'clearing-house']).optional(),
  operation: z.enum(operations).optional(),
  /** The subject of the call, or its end: the id of a method, payment or port-in, a ticket, an access key. */
  id: z.string().min(1).max(255).optional(),
});
export type Match = z.infer<typeof matchShape>;

export const faultRuleShape = createFaultRuleShape(matchShape);

/** A call with the fields that faults match. */
export interface FaultTarget {
  readonly operation: Operation;
  readonly id: string;
}

/** Whether a fault matches a call. */
export function isFaultFor({ fault, match }: FaultRule<Match>, { operation, id }: FaultTarget): boolean {
  const mustBeNamed = operation === 'notify' || (isLookup(operation) && fault !== 'unavailable');
  if (mustBeNamed && match.operation !== operation) return false;
  return matchesTarget(match, { operation, id });
}

/** Whether every named field matches. */
export function matchesTarget(match: Match, { operation, id }: FaultTarget): boolean {
  return (
    (match.company === undefined || operation.startsWith(`${match.company}.`)) &&
    (match.operation === undefined || match.operation === operation) &&
    (match.id === undefined || id.endsWith(match.id))
  );
}
