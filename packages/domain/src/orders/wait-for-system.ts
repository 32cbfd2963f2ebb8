import type { StepError } from './step-error.ts';
import type { TransitionDraft } from './transition-draft.ts';

/** A call that did not reach its system, or that the system did not answer while it answered nobody. */
export interface AwayOutcome {
  readonly outcome: 'away';
  readonly error: StepError;
  /** Whether this call, or an earlier one of the same attempt, may have reached the system. */
  readonly mayHaveTakenEffect: boolean;
}

/** What follows from an outcome: a wait before another attempt or look, or null to go on at once. */
export type AfterOutcome = { readonly waitMs: number; readonly isAway?: true } | 'replan' | null;

export interface AwaySettings {
  /** An order waits for a system for so long, and then its step has failed. */
  readonly awayLimitMs: number;
  /** From 0 to 1: spreads the orders that wait. */
  readonly chance: number;
}

/** The sweep looks for due orders every second, so that a shorter wait would be no shorter. */
const firstWaitMs = { minimum: 500, maximum: 1_000 };
/** All orders are looked at again within 10 s of the return of the system: 6 s, the sweep, and a probe before it. */
const furtherWaitMs = { minimum: 4_000, maximum: 6_000 };

function computeAwayWaitMs(isFirst: boolean, chance: number): number {
  const { minimum, maximum } = isFirst ? firstWaitMs : furtherWaitMs;
  return Math.round(minimum + chance * (maximum - minimum));
}

/** The same wait, as the sweep gives it to many orders at once. */
export const furtherWaitSql = `interval '1 ms' * (${furtherWaitMs.minimum} + random() * ${furtherWaitMs.maximum - furtherWaitMs.minimum})`;

/** Lets the order wait for the system. Answers how long; null when the order has waited for too long and its step has failed. */
export function waitForSystem(draft: TransitionDraft, position: number, { outcome, settings }: { outcome: AwayOutcome; settings: AwaySettings }): AfterOutcome {
  const order = draft.order();
  const step = order.steps.find((one) => one.position === position);
  const hasTimedOut = order.away !== null && order.away.ms >= settings.awayLimitMs;
  const error = hasTimedOut ? createTimeoutError(outcome.error, order.away?.since, settings) : createWaitingError(outcome.error);
  if (step?.status === 'RUNNING') {
    draft.moveStep(position, { to: hasTimedOut ? 'FAILED' : 'PENDING', error, ...refundAttempt(draft, position, outcome) });
  } else {
    draft.recordAttempt({ position, kind: 'undo', attempt: (step?.undoAttempt ?? 0) + 1, outcome: 'away', error: outcome.error });
    draft.moveStep(position, { to: hasTimedOut ? 'ROLLBACK_FAILED' : 'ROLLING_BACK', error });
  }
  if (hasTimedOut) return null;
  // An order that is being cancelled does not wait to execute a step: it turns back.
  if (step?.status === 'RUNNING' && order.status === 'CANCELLING') return 'replan';
  return { waitMs: computeAwayWaitMs(order.away === null, settings.chance), isAway: true };
}

/**
 * The step may have as many attempts as before. An attempt that reached nobody does not count. One that may have taken effect
 * counts, so that it is undone where the order turns back, and another is granted.
 */
function refundAttempt(draft: TransitionDraft, position: number, { mayHaveTakenEffect, error }: AwayOutcome): { attempts?: number; granted?: number } {
  if (!mayHaveTakenEffect) return { attempts: -1 };
  const { attempt = 1 } = draft.order().steps[position] ?? {};
  draft.recordAttempt({ position, kind: 'execute', attempt, outcome: 'transient', error });
  return { granted: 1 };
}

const createWaitingError = ({ code, detail, ...more }: StepError): StepError => ({
  ...more,
  code: 'system-away',
  detail: `${detail} The order waits until the system is back.`,
  cause: code,
});

const createTimeoutError = ({ code, detail, ...more }: StepError, since: Date | undefined, { awayLimitMs }: AwaySettings): StepError => ({
  ...more,
  code: 'system-away',
  detail: `${detail} The system was away for more than ${awayLimitMs / 1_000} s.`,
  cause: code,
  ...(since && { since: since.toISOString() }),
});
