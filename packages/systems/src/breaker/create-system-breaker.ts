import { NoResponseError, SystemUnavailable } from '@linework/engine/model/system-errors';
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';

/** `closed`: every call is made. `open`: no call is made. `half-open`: one call, the probe, is in progress. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** The outcome of a call. `unavailable`: it did not reach the system. `short-circuited`: it was not made. */
export type CallOutcome = 'answered' | 'no-answer' | 'unavailable' | 'short-circuited';

export interface BreakerObserver {
  callEnded(system: string, outcome: CallOutcome): void;
  stateChanged(system: string, state: BreakerState, reason?: Error): void;
}

/** Ignores everything. @internal */
export const noBreakerObserver: BreakerObserver = { callEnded: () => {}, stateChanged: () => {} };

/** A call that was not made, because the last calls had no response. */
export class CallSkipped extends SystemUnavailable {}

export interface SystemBreakerOptions {
  /** The name of the system in metrics and health. The codes of its errors begin with it. */
  readonly system: string;
  readonly observer: BreakerObserver;
  /** The number of consecutive calls without a response that opens the breaker. */
  readonly failures?: number;
  /** How long it stays open before the probe. */
  readonly openMs?: number;
}

export interface SystemBreaker {
  readonly system: string;
  /**
   * Makes a call, or raises `SystemUnavailable` when the last calls had no response. When the breaker is open, a call
   * without a response is a `SystemUnavailable` too, and may have taken effect.
   */
  call<Result>(make: () => Promise<Result>): Promise<Result>;
  state(): BreakerState;
  /** True while a call would not be made. */
  isUnavailable(): boolean;
  /** What the pages show: since when the system does not answer, absent while it does, and its last such call. */
  describe(): {
    readonly system: string;
    readonly silentSince?: string;
    readonly lastFailure?: { readonly at: string; readonly code: string };
  };
}

const stateNames = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
} as const;

/** An error from the system itself is a response: the system is reachable. */
const isUnansweredError = (error: unknown): error is NoResponseError | SystemUnavailable =>
  error instanceof NoResponseError || error instanceof SystemUnavailable;

/**
 * A circuit breaker for one system in one process. It opens after a few consecutive calls without a response, makes no
 * call for a while, and then makes one: the probe. A response to the probe closes the breaker, and every call is made
 * again.
 */
export function createSystemBreaker({
  system,
  observer,
  failures = 3,
  openMs = 2_000,
}: SystemBreakerOptions): SystemBreaker {
  // The library uses the system clock and would stay open longer when it is set back. `isUnavailable` uses a monotonic
  // clock.
  const policy = circuitBreaker(handleWhen(isUnansweredError), {
    halfOpenAfter: Number.NEGATIVE_INFINITY,
    breaker: new ConsecutiveBreaker(failures),
  });
  let openUntilMs = 0;
  let silentSince: string | undefined;
  let lastFailure: { readonly at: string; readonly code: string } | undefined;
  // It comes before the break that it causes.
  policy.onFailure(({ reason }) => {
    if ('error' in reason && isUnansweredError(reason.error))
      lastFailure = { at: new Date().toISOString(), code: reason.error.code };
  });
  policy.onBreak((reason) => {
    openUntilMs = performance.now() + openMs;
    silentSince ??= lastFailure?.at;
    observer.stateChanged(system, 'open', 'error' in reason ? reason.error : undefined);
  });
  policy.onHalfOpen(() => observer.stateChanged(system, 'half-open'));
  policy.onReset(() => {
    silentSince = undefined;
    observer.stateChanged(system, 'closed');
  });

  // In the library other calls wait for the probe. Here they end at once, so that their orders do not need a lease.
  const isUnavailable = () =>
    policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && performance.now() < openUntilMs);

  function skipCall(): SystemUnavailable {
    observer.callEnded(system, 'short-circuited');
    return new CallSkipped(
      `${system}-unavailable`,
      'The last calls to the system had no response, so it was not called.',
    );
  }

  function toCallError(error: unknown): unknown {
    if (error instanceof BrokenCircuitError) return skipCall();
    if (!isUnansweredError(error)) return error;
    observer.callEnded(system, error instanceof SystemUnavailable ? 'unavailable' : 'no-answer');
    if (error instanceof SystemUnavailable || policy.state === CircuitState.Closed) return error;
    return new SystemUnavailable(error.code, error.message, { mayHaveTakenEffect: true });
  }

  return {
    system,
    state: () => stateNames[policy.state],
    describe: () => ({
      system,
      ...(silentSince !== undefined && { silentSince }),
      ...(lastFailure && { lastFailure }),
    }),
    isUnavailable,
    async call(make) {
      if (isUnavailable()) throw skipCall();
      const result = await policy
        .execute(() => toCallResult(make))
        .catch((error: unknown) => ({ error: toCallError(error), isAnswered: false }));
      if (!('error' in result)) {
        observer.callEnded(system, 'answered');
        return result.result;
      }
      if (result.isAnswered) observer.callEnded(system, 'answered');
      throw result.error;
    },
  };
}

type CallResult<Result> = { readonly result: Result } | { readonly error: unknown; readonly isAnswered: true };

/** A rejection is returned as a result, so that it resets the count of failures. */
async function toCallResult<Result>(make: () => Promise<Result>): Promise<CallResult<Result>> {
  try {
    return { result: await make() };
  } catch (error) {
    if (isUnansweredError(error)) throw error;
    return { error, isAnswered: true };
  }
}
