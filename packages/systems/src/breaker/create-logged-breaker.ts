import type { Log } from '@linework/log/log';
import { type BreakerObserver, createSystemBreaker, type SystemBreaker } from './create-system-breaker.ts';

export interface LoggedBreakerOptions {
  readonly system: string;
  readonly observer: BreakerObserver;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** What the log says when the system goes away and when it is back. */
  readonly awayMessage: string;
  readonly backMessage: string;
}

/** A breaker that says once in the log when its system goes away, and once when it is back, whatever the probes between them find. */
export function createLoggedBreaker({ system, observer, log, awayMessage, backMessage }: LoggedBreakerOptions): SystemBreaker {
  let isAway = false;
  return createSystemBreaker({
    system,
    observer: {
      callEnded: observer.callEnded,
      stateChanged(name, state, reason) {
        observer.stateChanged(name, state, reason);
        if (state === 'closed') log.info({ system: name }, backMessage);
        if (state === 'open' && !isAway) log.warn({ system: name, reason: reason?.message }, awayMessage);
        isAway = state !== 'closed';
      },
    },
  });
}
