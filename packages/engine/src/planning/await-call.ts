import type { StepSnapshot } from '../model/order-snapshot.ts';
import type { StepError } from '../model/step-error.ts';
import type { AcceptedOutcome, LiveOutcome } from './outcome.ts';
import type { TransitionDraft } from './transition-draft.ts';
import type { AfterOutcome } from './wait-for-system.ts';

/** A system that asks to be polled all the time is not. */
const shortestWaitMs = 100;
/** After a poll without a result. */
const retryPollMs = 2_000;

/**
 * Decides the outcome of a poll of an awaited call. A poll that failed is repeated. After the deadline a poll that does
 * not end the call fails its attempt, with an unknown outcome. A system that is unavailable is waited for even after
 * the deadline, because the call may be done.
 */
export function decideAwaitedCall({ awaited }: StepSnapshot, outcome: LiveOutcome): LiveOutcome {
  if (awaited === null || (outcome.outcome !== 'accepted' && outcome.outcome !== 'transient')) return outcome;
  const lastError = outcome.error;
  if (awaited.leftMs <= 0) return { outcome: 'transient', error: createLateError(awaited.reference, lastError) };
  if (outcome.outcome === 'accepted') return outcome;
  return {
    outcome: 'accepted',
    reference: awaited.reference,
    pollInMs: retryPollMs,
    deadlineMs: Math.ceil(awaited.leftMs),
    error: outcome.error,
  };
}

/** Stores the accepted call and returns when to poll. The last poll is at the deadline. */
export function awaitCall(
  draft: TransitionDraft,
  { position, status, awaited }: StepSnapshot,
  outcome: AcceptedOutcome,
): AfterOutcome {
  const { reference, pollInMs, deadlineMs, error = null } = outcome;
  draft.moveStep(position, { to: status, error, awaited: { reference, deadlineMs } });
  const leftMs = Math.ceil(awaited?.leftMs ?? deadlineMs);
  return { waitMs: Math.max(shortestWaitMs, Math.min(pollInMs, leftMs)), waitsFor: 'call' };
}

const createLateError = (reference: string, lastError: StepError | undefined): StepError => ({
  code: 'not-done-in-time',
  detail: `The system accepted this call as ${reference} and did not finish it in time.`,
  ...(lastError && { lastError }),
});
