import { TransientError } from '@linework/domain/system-errors';
import { unavailable } from '@linework/problem-details/make-problem';
import { CallSkipped, type SystemBreaker } from '../breaker/create-system-breaker.ts';

export interface BreakerCallerOptions {
  /** What begins a sentence about the system behind it, such as `The catalogue`. */
  readonly name: string;
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** Told of each call that was made and failed. */
  readonly onError?: ((error: TransientError) => void) | undefined;
}

const retryAfterSeconds = 5;

/** Makes the function that makes calls through a breaker: one that fails, or is not made, raises 503 with `Retry-After`. */
export function createBreakerCaller({ name, breaker, onError }: BreakerCallerOptions) {
  return <Result>(call: () => Promise<Result>): Promise<Result> =>
    breaker.call(call).catch((error: unknown) => {
      if (!(error instanceof TransientError)) throw error;
      if (!(error instanceof CallSkipped)) onError?.(error);
      throw unavailable(`${name} is away for now.`, retryAfterSeconds);
    });
}
