import { NoResponseError, SystemAway } from '@linework/domain/system-errors';
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';

/** `closed`: every call is made. `open`: none is. `half-open`: one is under way, the probe. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** What became of a call. `held-back`: it was not made. `away`: it did not reach the system. */
export type CallOutcome = 'answered' | 'no-answer' | 'away' | 'short-circuited';

export interface BreakerObserver {
  callEnded(system: string, outcome: CallOutcome): void;
  stateChanged(system: string, state: BreakerState, reason?: Error): void;
}

/** Nobody is told. */
export const noBreakerObserver: BreakerObserver = { callEnded: () => {}, stateChanged: () => {} };

/** A call that was not made, because the last ones were not answered. */
export class CallSkipped extends SystemAway {}

export interface SystemBreakerOptions {
  /** The system, as metrics and health name it. The codes of its faults begin with it. */
  readonly system: string;
  readonly observer: BreakerObserver;
  /** So many calls in a row without an answer open it. */
  readonly failures?: number;
  /** How long it stays open before one call may try. */
  readonly openMs?: number;
}

export interface SystemBreaker {
  readonly system: string;
  /**
   * Makes a call, or raises `SystemAway` where the last ones were not answered. Once it is open, a call that was not answered
   * is `SystemAway` too, and may have taken effect.
   */
  call<Result>(make: () => Promise<Result>): Promise<Result>;
  state(): BreakerState;
  /** True while a call would not be made. */
  isAway(): boolean;
}

const stateNames = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
} as const;

/** An error that the system itself answered with is an answer: the system is there. */
const isUnansweredError = (error: unknown): error is NoResponseError | SystemAway => error instanceof NoResponseError || error instanceof SystemAway;

/**
 * A circuit breaker for one system in one process. It opens when a few calls in a row were not answered, makes no call for a
 * while, and then one: the probe. Its answer closes the breaker, and every call is made again.
 */
export function createSystemBreaker({ system, observer, failures = 3, openMs = 2_000 }: SystemBreakerOptions): SystemBreaker {
  // The library measures by the wall clock and would stay open for as long as that is set back: `isAway` measures, by a clock that nobody sets.
  const policy = circuitBreaker(handleWhen(isUnansweredError), { halfOpenAfter: Number.NEGATIVE_INFINITY, breaker: new ConsecutiveBreaker(failures) });
  let openUntilMs = 0;
  policy.onBreak((reason) => {
    openUntilMs = performance.now() + openMs;
    observer.stateChanged(system, 'open', 'error' in reason ? reason.error : undefined);
  });
  policy.onHalfOpen(() => observer.stateChanged(system, 'half-open'));
  policy.onReset(() => observer.stateChanged(system, 'closed'));

  // The library lets the calls beside a probe wait for it. Here they end at once, so that their orders need not hold a lease.
  const isAway = () => policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && performance.now() < openUntilMs);

  function skipCall(): SystemAway {
    observer.callEnded(system, 'short-circuited');
    return new CallSkipped(`${system}-away`, 'The system did not answer the last calls, and was not called.');
  }

  function toCallError(error: unknown): unknown {
    if (error instanceof BrokenCircuitError) return skipCall();
    if (!isUnansweredError(error)) return error;
    observer.callEnded(system, error instanceof SystemAway ? 'away' : 'no-answer');
    if (error instanceof SystemAway || policy.state === CircuitState.Closed) return error;
    return new SystemAway(error.code, error.message, { mayHaveTakenEffect: true });
  }

  return {
    system,
    state: () => stateNames[policy.state],
    isAway,
    async call(make) {
      if (isAway()) throw skipCall();
      const result = await policy.execute(() => toCallResult(make)).catch((error: unknown) => ({ error: toCallError(error), isAnswered: false }));
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

/** A refusal as a result, so that it ends a row of failures. */
async function toCallResult<Result>(make: () => Promise<Result>): Promise<CallResult<Result>> {
  try {
    return { result: await make() };
  } catch (error) {
    if (isUnansweredError(error)) throw error;
    return { error, isAnswered: true };
  }
}
