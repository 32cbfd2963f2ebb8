import type { CallLease, Systems } from '../systems.ts';
import type { Effect } from './effects.ts';
import type { StepContext } from './step-context.ts';

/** How often a step is tried, and how long it waits in between: the wait doubles each time, up to the most, with jitter. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly firstBackoffMs: number;
  readonly backoffLimitMs: number;
}

/** What an external step is given for one call. */
export interface Call {
  readonly context: StepContext;
  readonly systems: Systems;
  /** Idempotency key: the same for every attempt with the same input. */
  readonly key: string;
  /** On an undo: the keys of what it takes back. */
  readonly undoes?: readonly string[];
  /** True where an earlier call under this key may have taken effect. */
  readonly isRepeat?: boolean;
  readonly lease: CallLease;
  readonly signal: AbortSignal;
}

interface StepDeclaration {
  /** Unique within its order type; `LINE_BLOCK.SUSPEND_NETWORK` is order type and step. */
  readonly code: string;
  /** What it does, whatever order type it stands in: `network.suspend`. */
  readonly action: string;
  /** Once it has started there is no way back: cancel and rollback answer 409. */
  readonly pointOfNoReturn?: boolean;
  readonly retry?: RetryPolicy;
}

/** A step that calls another system, outside any transaction. Raises `PassingFault` or `Refusal`; safe to repeat. */
export interface ExternalStep extends StepDeclaration {
  readonly kind: 'external';
  readonly execute: (call: Call) => Promise<void>;
  /** There is nothing to do: the step is skipped. */
  readonly isUnnecessary?: (context: StepContext) => boolean;
  /** Takes back what `execute` did or may have done. A step without it leaves nothing behind. */
  readonly undo?: (call: Call) => Promise<void>;
}

/** A step that changes only our own records: a pure function from what is known to the changes it wants. */
export interface LocalStep extends StepDeclaration {
  readonly kind: 'local';
  readonly effects: (context: StepContext) => readonly Effect[];
  readonly undo?: (context: StepContext) => readonly Effect[];
}

export type Step = ExternalStep | LocalStep;

export const defineExternalStep = (step: Omit<ExternalStep, 'kind'>): ExternalStep => ({ kind: 'external', ...step });
export const defineLocalStep = (step: Omit<LocalStep, 'kind'>): LocalStep => ({ kind: 'local', ...step });

/** Five attempts over about a minute: longer than a restart of the other system takes. */
export const defaultRetry: RetryPolicy = { attempts: 5, firstBackoffMs: 500, backoffLimitMs: 30_000 };

/** The wait after attempt number `attempt`, between half and the whole of the doubled back-off. `chance` is from 0 to 1. */
export function computeBackoffMs({ firstBackoffMs, backoffLimitMs }: RetryPolicy, attempt: number, chance: number): number {
  const fullMs = Math.min(backoffLimitMs, firstBackoffMs * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + chance / 2));
}
