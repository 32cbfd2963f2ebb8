import type { StepError } from '../model/step.ts';
import type { Facts } from '../model/step-context.ts';

/** The system has accepted the call, or it still works on a call that it accepted earlier. */
export interface AcceptedOutcome {
  readonly outcome: 'accepted';
  readonly reference: string;
  readonly pollInMs: number;
  readonly deadlineMs: number;
  /** The error of a poll that did not learn how the call stands. */
  readonly error?: StepError;
}

/**
 * The outcome of a call to a system that is unavailable: the call did not reach it, or it did not answer and answers no
 * other call either.
 */
export interface UnavailableOutcome {
  readonly outcome: 'unavailable';
  readonly error: StepError;
  /** True if this call or an earlier one of the same attempt may have reached the system. */
  readonly mayHaveTakenEffect: boolean;
}

/** The step has not been called yet: this is what it found before. It is stored, and then the step is called. */
export interface InspectedOutcome {
  readonly outcome: 'inspected';
  readonly found: Facts;
}

/** The outcome of the step that was running. */
export type Outcome =
  | { readonly outcome: 'done' }
  /** `isUnanswered`: the system gave no answer. */
  | { readonly outcome: 'transient'; readonly isUnanswered?: true; readonly error: StepError }
  /** `systemText`: the words of the system, for operators only. */
  | { readonly outcome: 'refused'; readonly error: StepError; readonly systemText?: string }
  | { readonly outcome: 'dead-lettered'; readonly error: StepError }
  | AcceptedOutcome
  | InspectedOutcome
  | UnavailableOutcome;

/** The outcome of a call, also of one that was not answered. */
export type LiveOutcome = Exclude<Outcome, InspectedOutcome | { outcome: 'dead-lettered' }>;
