import type { EventType } from '@linework/schemas/events';
import type { Facts, StepContext } from './step-context.ts';

/**
 * The number of attempts of a step and the back-off between them. The back-off doubles each time up to its limit, with
 * jitter.
 */
export interface RetryPolicy {
  readonly attempts: number;
  readonly firstBackoffMs: number;
  readonly backoffLimitMs: number;
}

/** The lease under which a worker makes a call. */
export interface CallLease {
  /**
   * The epoch of the order, which goes up with each acquisition: a call with a lower one comes from a worker that has
   * lost the order.
   */
  readonly epoch: number;
  /** The time left of the lease at the start of the call, by the clock of the caller. */
  readonly leftMs: number;
}

/** The arguments of one call of an external step. */
export interface Call<Systems> {
  readonly context: StepContext;
  readonly systems: Systems;
  /** The idempotency key; every attempt with the same input has the same key. */
  readonly key: string;
  /** On an undo: the keys of the calls that it undoes. */
  readonly undoes?: readonly string[];
  /** True if an earlier call with this key may have taken effect. */
  readonly isRepeat?: boolean;
  /** What `inspect` found before the first call. Absent if it found nothing worth keeping, or has not been asked. */
  readonly found?: Facts;
  readonly lease: CallLease;
  readonly signal: AbortSignal;
}

/** Asks how a call stands that the system has accepted and not finished. `undoes` is set if it was an undo. */
export interface Poll<Systems> extends Call<Systems> {
  /** The reference under which the system accepted the call. */
  readonly reference: string;
}

/**
 * The system has accepted the call and finishes it later. The step stays RUNNING and no worker waits: the order is due
 * again after `pollInMs`, or earlier when `notifyOrder` is called, and then `poll` asks how the call stands.
 */
export interface Accepted {
  /** The system's own reference of the call. */
  readonly accepted: string;
  readonly pollInMs: number;
  /**
   * Counted from the first acceptance. A call that is not finished by then has an unknown outcome, and its attempt has
   * failed.
   */
  readonly deadlineMs: number;
}

/** The end of a call: it is done, or the system has accepted it. */
export type Answer = Promise<Accepted | undefined>;

interface StepDeclaration {
  /** Unique within its order type; `LINE_BLOCK.SUSPEND_NETWORK` is order type and step. */
  readonly code: string;
  /** The action, which is the same in every order type that has it: `network.suspend`. */
  readonly action: string;
  /** After this step has started, cancel and rollback get 409. */
  readonly pointOfNoReturn?: boolean;
  readonly retry?: RetryPolicy;
}

/**
 * A step that calls another system, outside any database transaction. It raises `TransientError` or `PermanentError`
 * and is safe to repeat.
 */
export interface ExternalStep<Systems = never> extends StepDeclaration {
  readonly kind: 'external';
  /**
   * Reads, before `execute` is called, what an undo has to leave or bring back. What it returns is stored with the step
   * before `execute` is called, and every later call of the step gets it as `found`. It is asked again only when
   * nothing is stored and when no call may have taken effect. It changes nothing; its errors mean what they mean for
   * `execute`.
   */
  readonly inspect?: (call: Call<Systems>) => Promise<Facts | undefined>;
  readonly execute: (call: Call<Systems>) => Answer;
  /**
   * Asks how an accepted call stands. Its errors mean what they mean for `execute`; after a `TransientError` it asks
   * again later. A system that accepts calls needs it.
   */
  readonly poll?: (poll: Poll<Systems>) => Answer;
  /** True if there is nothing to do; then the step is skipped. */
  readonly isUnnecessary?: (context: StepContext) => boolean;
  /** Undoes what `execute` did or may have done. A step without it has no effect to undo. */
  readonly undo?: (call: Call<Systems>) => Answer;
}

/** A step that changes only our own records. It is a pure function from the context to the effects. */
export interface LocalStep extends StepDeclaration {
  readonly kind: 'local';
  /** Says why the step cannot be executed; then it fails without an effect. It reads the facts of the context. */
  readonly refuses?: (context: StepContext) => StepError | undefined;
  readonly effects: (context: StepContext) => readonly Effect[];
  readonly undo?: (context: StepContext) => readonly Effect[];
}

export type Step<Systems = never> = ExternalStep<Systems> | LocalStep;

export const defineExternalStep = <Systems>(step: Omit<ExternalStep<Systems>, 'kind'>): ExternalStep<Systems> => ({
  kind: 'external',
  ...step,
});
export const defineLocalStep = (step: Omit<LocalStep, 'kind'>): LocalStep => ({ kind: 'local', ...step });

/** Five attempts over about a minute, which is longer than a restart of the other system takes. */
export const defaultRetry: RetryPolicy = { attempts: 5, firstBackoffMs: 500, backoffLimitMs: 30_000 };

/**
 * The wait after attempt number `attempt`: between half of the doubled back-off and all of it. `chance` is a number
 * from 0 to 1.
 */
export function computeBackoffMs(
  { firstBackoffMs, backoffLimitMs }: RetryPolicy,
  attempt: number,
  chance: number,
): number {
  const fullMs = Math.min(backoffLimitMs, firstBackoffMs * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + chance / 2));
}

/**
 * The id of a step: the id of its order and its position, counted from 1. The idempotency keys of the step's calls
 * begin with it. It is unique because order and position are the primary key of the step.
 */
export const stepId = (orderId: string, position: number): string => `${orderId}-${position + 1}`;

/** The error of a step, as it is stored and shown. */
export interface StepError {
  readonly code: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

const textLimit = 1_000;

/** Makes the text of another system safe to store: PostgreSQL rejects NUL and unpaired surrogates. */
export function createStepError(code: string, detail: string): StepError {
  return { code: sanitize(code), detail: sanitize(detail) };
}

function sanitize(text: string): string {
  const short = text.length > textLimit ? `${text.slice(0, textLimit - 1)}…` : text;
  return short.replaceAll('\u0000', '\uFFFD').toWellFormed();
}

/**
 * A change that a local step requests. It is data; the engine writes it in the same statement as the step's transition.
 * The status of the resource is not an effect: the order type declares it in its `change` member.
 */
export type Effect = EmitEvent | TableEffect;

/** A change of another table. */
export interface TableEffect {
  readonly type: EffectType;
  /** The values of the columns of its type. */
  readonly row: object;
}

/**
 * A kind of change of other tables: a fragment of the statement that commits a transition. A package declares its own.
 */
export interface EffectType {
  /** A short name: the names of all fragments together are the name of the prepared statement, which has a limit. */
  readonly name: string;
  /**
   * The columns of a row, each with its type in SQL. `entry`, which refers to the order, and `keyId`, the key that
   * asked for the change, are added.
   */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * The SQL of the fragment. `$rows` stands for its rows; `moved` has the orders that were updated, with their `entry`.
   */
  readonly text: string;
  /** A condition that has to be true after the fragment has run; otherwise the whole statement fails. */
  readonly assertion?: string;
}

export interface EmitEvent {
  readonly effect: 'emit';
  readonly type: EventType;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const isEvent = (effect: Effect): effect is EmitEvent => 'effect' in effect;

/** An effect type with a constructor of its effects, so that the rows of an effect have the columns of its type. */
export interface DefinedEffect<Row> {
  readonly type: EffectType;
  readonly effect: (row: Row) => TableEffect;
}

export const defineEffect = <Row extends object>(type: EffectType): DefinedEffect<Row> => ({
  type,
  effect: (row) => ({ type, row }),
});
