import type { StepError } from './step-error.ts';

/**
 * What is written down of one attempt: every attempt to undo a step, and of the others those that came to grief or were lost
 * with their worker. One that goes well stands in its step and needs no note, so that an order without trouble pays nothing.
 */
export interface AttemptRecord {
  readonly position: number;
  readonly kind: 'execute' | 'undo';
  /** Counted from 1, for each kind by itself. */
  readonly attempt: number;
  /**
   * `lost`: its worker never came back. Whoever takes the order next goes on with the same attempt. `away`: an attempt to undo
   * found the system away; it is the same attempt at the next look.
   */
  readonly outcome: 'running' | 'done' | 'transient' | 'refused' | 'dead-lettered' | 'lost' | 'away';
  readonly error: StepError | null;
}
