import { TransientError } from '@linework/engine/model/system-errors';
import { unavailable } from '@linework/problem-details/make-problem';
import { CallSkipped, type SystemBreaker } from '../breaker/create-system-breaker.ts';

export interface BreakerCallerOptions {
  /** The start of a sentence about the system, such as `The catalogue`. */
  readonly name: string;
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** Called for each call that failed. */
  readonly onError?: ((error: TransientError) => void) | undefined;
}

const retryAfterSeconds = 5;

/**
 * Creates the function that makes calls through a breaker: a call that fails, or is not made, raises 503 with
 * `Retry-After`.
 */
export function createBreakerCaller({ name, breaker, onError }: BreakerCallerOptions) {
  return <Result>(call: () => Promise<Result>): Promise<Result> =>
    breaker.call(call).catch((error: unknown) => {
      if (!(error instanceof TransientError)) throw error;
      if (!(error instanceof CallSkipped)) onError?.(error);
      throw unavailable(`${name} is temporarily unreachable. Repeat the request later.`, retryAfterSeconds);
    });
}
