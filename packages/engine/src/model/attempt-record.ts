import type { StepError } from './step.ts';

/**
 * One recorded attempt of a step. Every undo attempt is recorded, and every execute attempt that failed or lost its
 * worker. An execute attempt that succeeds is visible in its step and has no record, so an order without failures
 * writes none.
 */
export interface AttemptRecord {
  readonly position: number;
  readonly kind: 'execute' | 'undo';
  /** Counted from 1, separately for each kind. */
  readonly attempt: number;
  /**
   * `lost`: the worker did not report an outcome; the next worker continues the same attempt. `unavailable`: the system
   * was unavailable during an undo; the next try counts as the same attempt.
   */
  readonly outcome: 'running' | 'done' | 'transient' | 'refused' | 'dead-lettered' | 'lost' | 'unavailable';
  readonly error: StepError | null;
  /** The words of the system that refused it, masked. Only operators read them. */
  readonly systemText?: string;
}
