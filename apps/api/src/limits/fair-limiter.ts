export interface ConcurrencyLimits {
  /** How many an owner may have under way at once while nobody else is there. */
  readonly perOwner: number;
  /** How many while others are there. */
  readonly whileShared: number;
  /** How many all owners together may have under way at once. */
  readonly total: number;
  /** How many of an owner may wait. */
  readonly waitingPerOwner: number;
}

export type Release = () => void;

interface Waiting {
  readonly start: (release: Release) => void;
  readonly reject: (reason: unknown) => void;
}

interface Owner {
  inFlight: number;
  readonly waiting: Waiting[];
}

export interface FairLimiter {
  /** Whether this owner would be turned away now. */
  isFull(owner: string): boolean;
  /** Starts at once where the owner may, and answers how to end; undefined where it would have to wait. */
  tryAcquire(owner: string): Release | undefined;
  /** Resolves once the owner may start, and answers how to end. Rejects with the reason of `signal` if that comes first. Undefined if too many wait. */
  acquire(owner: string, signal: AbortSignal): Promise<Release> | undefined;
  /** Rejects everybody who waits, for this reason. Who comes later may enter. */
  rejectWaiting(reason: unknown): void;
}

/**
 * Admits work up to its limits. Who is beyond them waits: first come, first served within an owner, and by turns between owners, so that the
 * work of one owner delays another by no more than what is under way. An owner that is alone may have more under way than one beside others.
 */
export function createFairLimiter({ perOwner, whileShared, total, waitingPerOwner }: ConcurrencyLimits, isShared: (owner: string) => boolean): FairLimiter {
  /** Those that have something under way or waiting, in the order of their turns. */
  const owners = new Map<string, Owner>();
  let inFlight = 0;

  const canStart = (name: string, owner: Owner): boolean => {
    if (inFlight >= total) return false;
    return owner.inFlight < (isShared(name) ? whileShared : perOwner);
  };

  function getOwner(name: string): Owner {
    const existing = owners.get(name);
    if (existing) return existing;
    const owner: Owner = { inFlight: 0, waiting: [] };
    owners.set(name, owner);
    return owner;
  }

  function start(name: string, owner: Owner): Release {
    owner.inFlight += 1;
    inFlight += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      owner.inFlight -= 1;
      inFlight -= 1;
      forgetIfIdle(name, owner);
      startNext();
    };
  }

  function startNext(): void {
    for (const [name, owner] of [...owners]) {
      const next = canStart(name, owner) ? owner.waiting.shift() : undefined;
      if (!next) continue;
      // To the end of the turns.
      owners.delete(name);
      owners.set(name, owner);
      next.start(start(name, owner));
      // One that is alone all at once may start several.
      startNext();
      return;
    }
  }

  function forgetIfIdle(name: string, { inFlight, waiting }: Owner): void {
    if (inFlight === 0 && waiting.length === 0) owners.delete(name);
  }

  return {
    isFull(name) {
      const owner = owners.get(name);
      return owner !== undefined && !canStart(name, owner) && owner.waiting.length >= waitingPerOwner;
    },
    tryAcquire(name) {
      const owner = getOwner(name);
      return canStart(name, owner) ? start(name, owner) : undefined;
    },
    acquire(name, signal) {
      const owner = getOwner(name);
      if (canStart(name, owner)) return Promise.resolve(start(name, owner));
      if (owner.waiting.length < waitingPerOwner) return joinQueue(owner.waiting, signal, () => forgetIfIdle(name, owner));
      forgetIfIdle(name, owner);
      return undefined;
    },
    rejectWaiting(reason) {
      for (const waiting of [...owners.values()].flatMap((owner) => [...owner.waiting])) waiting.reject(reason);
    },
  };
}

/** Waits at the end of a line until it is told to start; rejects with the reason of the signal, or with the one for which it is sent away. */
function joinQueue(queue: Waiting[], signal: AbortSignal, onLeave: () => void): Promise<Release> {
  return new Promise((resolve, reject) => {
    const onAbort = () => waiting.reject(signal.reason);
    const waiting: Waiting = {
      start: (release) => {
        signal.removeEventListener('abort', onAbort);
        resolve(release);
      },
      reject: (reason) => {
        signal.removeEventListener('abort', onAbort);
        queue.splice(queue.indexOf(waiting), 1);
        onLeave();
        reject(reason);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue.push(waiting);
  });
}
