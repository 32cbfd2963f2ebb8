// Own code: the bulkhead of cockatiel has one queue for all owners, so one owner delays all others (decision 67).

export interface ConcurrencyLimits {
  /** The concurrency of an owner that is the only active one. */
  readonly perOwner: number;
  /** The concurrency of an owner while others are active. */
  readonly whileShared: number;
  /** The concurrency of all owners together. */
  readonly total: number;
  /** The number of waiting entries of an owner. */
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
  /** Whether an entry of this owner would be rejected now. */
  isFull(owner: string): boolean;
  /** Starts immediately and returns the function that ends the work; undefined if the owner would have to wait. */
  tryAcquire(owner: string): Release | undefined;
  /**
   * Resolves when the owner may start, with the function that ends the work. Rejects with the reason of `signal` if it
   * is aborted first. Undefined if too many wait.
   */
  acquire(owner: string, signal: AbortSignal): Promise<Release> | undefined;
  /** Rejects all waiting entries with this reason. Later entries are accepted. */
  rejectWaiting(reason: unknown): void;
}

/**
 * Admits work up to the limits; the rest waits. Each owner's queue is first in, first out, and the owners are served in
 * round-robin order, so that one owner delays another only by the work in progress. An owner that is alone has a higher
 * limit than one that is not.
 */
export function createFairLimiter(limits: ConcurrencyLimits, isShared: (owner: string) => boolean): FairLimiter {
  const { perOwner, whileShared, total, waitingPerOwner } = limits;
  const owners = createOwners();
  let inFlight = 0;
  let waitingCount = 0;

  const canStart = (name: string, owner: Owner): boolean => {
    if (inFlight >= total) return false;
    return owner.inFlight < (isShared(name) ? whileShared : perOwner);
  };

  function start(name: string, owner: Owner): Release {
    owner.inFlight += 1;
    inFlight += 1;
    return onlyOnce(() => {
      owner.inFlight -= 1;
      inFlight -= 1;
      owners.forgetIfIdle(name, owner);
      startNext();
    });
  }

  function startNext(): void {
    if (waitingCount === 0) return;
    for (const [name, owner] of owners.list()) {
      const next = canStart(name, owner) ? owner.waiting.shift() : undefined;
      if (!next) continue;
      waitingCount -= 1;
      owners.moveToEnd(name, owner);
      next.start(start(name, owner));
      // An owner that has just become alone may start several entries.
      startNext();
      return;
    }
  }

  function wait(name: string, owner: Owner, signal: AbortSignal): Promise<Release> {
    waitingCount += 1;
    return joinQueue(owner.waiting, signal, () => {
      waitingCount -= 1;
      owners.forgetIfIdle(name, owner);
    });
  }

  return {
    isFull(name) {
      const owner = owners.find(name);
      return owner !== undefined && !canStart(name, owner) && owner.waiting.length >= waitingPerOwner;
    },
    tryAcquire(name) {
      const owner = owners.get(name);
      return canStart(name, owner) ? start(name, owner) : undefined;
    },
    acquire(name, signal) {
      const owner = owners.get(name);
      if (canStart(name, owner)) return Promise.resolve(start(name, owner));
      if (owner.waiting.length < waitingPerOwner) return wait(name, owner, signal);
      owners.forgetIfIdle(name, owner);
      return undefined;
    },
    rejectWaiting(reason) {
      for (const waiting of owners.list().flatMap(([, owner]) => [...owner.waiting])) waiting.reject(reason);
    },
  };
}

function onlyOnce(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}

/** The owners with running or waiting work, in round-robin order. */
function createOwners() {
  const owners = new Map<string, Owner>();
  return {
    find: (name: string) => owners.get(name),
    list: () => [...owners],
    get(name: string): Owner {
      const owner = owners.get(name) ?? { inFlight: 0, waiting: [] };
      owners.set(name, owner);
      return owner;
    },
    moveToEnd(name: string, owner: Owner): void {
      owners.delete(name);
      owners.set(name, owner);
    },
    forgetIfIdle(name: string, { inFlight, waiting }: Owner): void {
      if (inFlight === 0 && waiting.length === 0) owners.delete(name);
    },
  };
}

/**
 * Waits at the end of the owner's queue until it may start. Rejects with the reason of the signal or of `rejectAll`.
 */
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
