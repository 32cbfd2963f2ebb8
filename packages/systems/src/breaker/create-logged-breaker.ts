import type { Log } from '@linework/log/log';
import { type BreakerObserver, createSystemBreaker, type SystemBreaker } from './create-system-breaker.ts';

export interface LoggedBreakerOptions {
  readonly system: string;
  readonly observer: BreakerObserver;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** The log messages for a system that stops responding and for one that responds again. */
  readonly unavailableMessage: string;
  readonly backMessage: string;
}

/**
 * A breaker that logs once when its system stops responding, and once when it responds again. The probes in between are
 * not logged.
 */
export function createLoggedBreaker({
  system,
  observer,
  log,
  unavailableMessage,
  backMessage,
}: LoggedBreakerOptions): SystemBreaker {
  let isUnavailable = false;
  return createSystemBreaker({
    system,
    observer: {
      callEnded: observer.callEnded,
      stateChanged(name, state, reason) {
        observer.stateChanged(name, state, reason);
        if (state === 'closed') log.info({ system: name }, backMessage);
        if (state === 'open' && !isUnavailable) log.warn({ system: name, reason: reason?.message }, unavailableMessage);
        isUnavailable = state !== 'closed';
      },
    },
  });
}
