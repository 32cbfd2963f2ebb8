import type { Outcome } from './apply-outcome.ts';
import type { StepError } from './step-error.ts';

/** So many calls of one order in a row without an answer, and its system counts as away; as many as open a breaker. */
const awayAfter = 3;

/**
 * Counts the calls of an order that its system did not answer, in the error of the step: the workers that share the order's attempts may each
 * see too few in a row for their breakers. From the third on the system counts as away. Each of these calls may have taken effect. A
 * call that was not made neither counts nor ends the row; any answer ends it.
 */
export function countUnanswered(lastError: StepError | null, outcome: Exclude<Outcome, { outcome: 'parked' }>): Exclude<Outcome, { outcome: 'parked' }> {
  const before = typeof lastError?.unansweredInARow === 'number' ? lastError.unansweredInARow : 0;
  if (outcome.outcome === 'away') return before === 0 ? outcome : { ...outcome, error: { ...outcome.error, unansweredInARow: before } };
  if (outcome.outcome !== 'transient' || !outcome.isUnanswered) return outcome;
  const error = { ...outcome.error, unansweredInARow: before + 1 };
  if (error.unansweredInARow < awayAfter) return { outcome: 'transient', error };
  return { outcome: 'away', error, mayHaveTakenEffect: true };
}
