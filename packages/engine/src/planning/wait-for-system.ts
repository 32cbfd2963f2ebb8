import type { StepError } from '../model/step.ts';
import type { UnavailableOutcome } from './outcome.ts';
import type { TransitionDraft } from './transition-draft.ts';

/**
 * What the worker does after an outcome: wait, plan again, or continue immediately (null). It waits before the next
 * attempt, for a system that is unavailable, or for a call that its system has accepted.
 */
export type AfterOutcome = { readonly waitMs: number; readonly waitsFor?: 'system' | 'call' } | 'replan' | null;

export interface UnavailableSettings {
  /** An order waits this long for a system. Then its step fails. */
  readonly unavailableLimitMs: number;
  /** A number from 0 to 1 that spreads the waits of the orders. */
  readonly chance: number;
}

/** The sweep polls for overdue orders every second, so a shorter wait would have no effect. */
const firstWaitMs = { minimum: 500, maximum: 1_000 };
/**
 * All waiting orders are tried again within 10 s after the system is back: at most 6 s of wait, the sweep, and a probe
 * before it.
 */
const furtherWaitMs = { minimum: 4_000, maximum: 6_000 };

function computeUnavailableWaitMs(isFirst: boolean, chance: number): number {
  const { minimum, maximum } = isFirst ? firstWaitMs : furtherWaitMs;
  return Math.round(minimum + chance * (maximum - minimum));
}

/** The same wait as SQL, for the sweep that handles many orders at once. */
export const furtherWaitSql =
  `interval '1 ms' * (${furtherWaitMs.minimum} + ` + `random() * ${furtherWaitMs.maximum - furtherWaitMs.minimum})`;

/**
 * Makes the order wait for the system and returns how long. Returns null when the order has waited too long and its
 * step has failed.
 */
export function waitForSystem(
  draft: TransitionDraft,
  position: number,
  { outcome, settings }: { outcome: UnavailableOutcome; settings: UnavailableSettings },
): AfterOutcome {
  const order = draft.order();
  const step = order.steps.find((one) => one.position === position);
  const hasTimedOut = order.unavailable !== null && order.unavailable.ms >= settings.unavailableLimitMs;
  const error = hasTimedOut
    ? createTimeoutError(outcome.error, order.unavailable?.since, settings)
    : createWaitingError(outcome.error);
  // The system has accepted the call, so only a poll found it unavailable. The call itself goes on.
  const isAwaited = step !== undefined && step.awaited !== null && !hasTimedOut;
  if (isAwaited) {
    draft.moveStep(position, { to: step.status, error });
  } else if (step?.status === 'RUNNING') {
    draft.moveStep(position, {
      to: hasTimedOut ? 'FAILED' : 'PENDING',
      error,
      ...refundAttempt(draft, position, outcome),
    });
  } else {
    draft.recordAttempt({
      position,
      kind: 'undo',
      attempt: (step?.undoAttempt ?? 0) + 1,
      outcome: 'unavailable',
      error: outcome.error,
    });
    draft.moveStep(position, { to: hasTimedOut ? 'ROLLBACK_FAILED' : 'ROLLING_BACK', error });
  }
  if (hasTimedOut) return null;
  // An order that is being cancelled does not wait to execute a step; its compensation starts.
  if (step?.status === 'RUNNING' && !isAwaited && order.status === 'CANCELLING') return 'replan';
  return { waitMs: computeUnavailableWaitMs(order.unavailable === null, settings.chance), waitsFor: 'system' };
}

/**
 * Keeps the number of remaining attempts the same. An attempt that did not reach the system does not count. An attempt
 * that may have taken effect counts, so that a compensation undoes it, and the step is granted another one.
 */
function refundAttempt(
  draft: TransitionDraft,
  position: number,
  { mayHaveTakenEffect, error }: UnavailableOutcome,
): { attempts?: number; granted?: number } {
  const wasAccepted = draft.order().steps[position]?.awaited != null;
  if (!mayHaveTakenEffect && !wasAccepted) return { attempts: -1 };
  const { attempt = 1 } = draft.order().steps[position] ?? {};
  draft.recordAttempt({ position, kind: 'execute', attempt, outcome: 'transient', error });
  return { granted: 1 };
}

const createWaitingError = ({ code, detail, ...more }: StepError): StepError => ({
  ...more,
  code: 'system-unavailable',
  detail: `${detail} The order waits until the system is back.`,
  cause: code,
});

const createTimeoutError = (
  { code, detail, ...more }: StepError,
  since: Date | undefined,
  { unavailableLimitMs }: UnavailableSettings,
): StepError => ({
  ...more,
  code: 'system-unavailable',
  detail: `${detail} The system was unavailable for more than ${unavailableLimitMs / 1_000} s.`,
  cause: code,
  ...(since && { since: since.toISOString() }),
});
