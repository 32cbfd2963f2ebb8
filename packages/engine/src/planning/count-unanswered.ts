import type { StepError } from '../model/step-error.ts';
import type { LiveOutcome } from './outcome.ts';

/**
 * After this many consecutive calls of one order without an answer its system counts as unavailable. The circuit
 * breaker opens after as many.
 */
const unavailableAfter = 3;

/**
 * Counts the consecutive calls of a step that its system did not answer. The count is stored in the error of the step,
 * because several workers may share the attempts and each of them may see too few to open its breaker. From the third
 * call on the system counts as unavailable. Each of these calls may have taken effect. A call that was not made does
 * not change the count; any answer resets it.
 */
export function countUnanswered(lastError: StepError | null, outcome: LiveOutcome): LiveOutcome {
  const before = typeof lastError?.unansweredInARow === 'number' ? lastError.unansweredInARow : 0;
  if (outcome.outcome === 'unavailable')
    return before === 0 ? outcome : { ...outcome, error: { ...outcome.error, unansweredInARow: before } };
  if (outcome.outcome !== 'transient' || !outcome.isUnanswered) return outcome;
  const error = { ...outcome.error, unansweredInARow: before + 1 };
  if (error.unansweredInARow < unavailableAfter) return { outcome: 'transient', error };
  return { outcome: 'unavailable', error, mayHaveTakenEffect: true };
}
