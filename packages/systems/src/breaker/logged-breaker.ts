import type { Log } from '@linework/log/log';
import { type BreakerObserver, type SystemBreaker, systemBreaker } from './system-breaker.ts';

export interface LoggedBreakerOptions {
  readonly system: string;
  readonly observer: BreakerObserver;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** What the log says when the system goes away and when it is back. */
  readonly away: string;
  readonly back: string;
}

/** A breaker that says once in the log when its system goes away, and once when it is back, whatever the probes between them find. */
export function loggedBreaker({ system, observer, log, away, back }: LoggedBreakerOptions): SystemBreaker {
  let isAway = false;
  return systemBreaker({
    system,
    observer: {
      callEnded: observer.callEnded,
      stateChanged(name, state, reason) {
        observer.stateChanged(name, state, reason);
        if (state === 'closed') log.info({ system: name }, back);
        if (state === 'open' && !isAway) log.warn({ system: name, reason: reason?.message }, away);
        isAway = state !== 'closed';
      },
    },
  });
}
