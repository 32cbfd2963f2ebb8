import { PassingFault } from '@linework/domain/faults';
import { unavailable } from '@linework/problem-details/make-problem';
import { CallHeldBack, type SystemBreaker } from '../breaker/system-breaker.ts';

export interface BreakerParts {
  /** What begins a sentence about the system behind it, such as `The catalogue`. */
  readonly name: string;
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** Told of each call that was made and failed. */
  readonly onFault?: ((fault: PassingFault) => void) | undefined;
}

const retryAfterSeconds = 5;

/** Makes the function that makes calls through a breaker: one that fails, or is not made, raises 503 with `Retry-After`. */
export function behindBreaker({ name, breaker, onFault }: BreakerParts) {
  return <Result>(call: () => Promise<Result>): Promise<Result> =>
    breaker.call(call).catch((error: unknown) => {
      if (!(error instanceof PassingFault)) throw error;
      if (!(error instanceof CallHeldBack)) onFault?.(error);
      throw unavailable(`${name} is away for now.`, retryAfterSeconds);
    });
}
