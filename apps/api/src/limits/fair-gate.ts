export interface GateLimits {
  /** How many an owner may have under way at once. */
  readonly perOwner: number;
  /** How many all owners together may have under way at once. */
  readonly total: number;
  /** How many of an owner may wait. */
  readonly waitingPerOwner: number;
}

export type Release = () => void;

interface Waiting {
  readonly start: (release: Release) => void;
  readonly leave: (reason: unknown) => void;
}

interface Owner {
  underWay: number;
  readonly waiting: Waiting[];
}

export interface FairGate {
  /** Resolves once the owner may start, and answers how to end. Rejects with the reason of `signal` if that comes first. Undefined if too many wait. */
  enter(owner: string, signal: AbortSignal): Promise<Release> | undefined;
  /** Rejects everybody who waits, for this reason. Who comes later may enter. */
  turnAwayWaiting(reason: unknown): void;
}

/**
 * Admits work up to its limits. Who is beyond them waits: first come, first served within an owner, and by turns between owners, so that the
 * work of one owner delays another by no more than what is under way.
 */
export function createFairGate({ perOwner, total, waitingPerOwner }: GateLimits): FairGate {
  /** Those that have something under way or waiting, in the order of their turns. */
  const owners = new Map<string, Owner>();
  let underWay = 0;

  function ownerNamed(name: string): Owner {
    const known = owners.get(name);
    if (known) return known;
    const owner: Owner = { underWay: 0, waiting: [] };
    owners.set(name, owner);
    return owner;
  }

  function start(name: string, owner: Owner): Release {
    owner.underWay += 1;
    underWay += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      owner.underWay -= 1;
      underWay -= 1;
      forgetIfIdle(name, owner);
      startNext();
    };
  }

  function startNext(): void {
    if (underWay >= total) return;
    for (const [name, owner] of owners) {
      const next = owner.underWay < perOwner ? owner.waiting.shift() : undefined;
      if (!next) continue;
      // To the end of the turns.
      owners.delete(name);
      owners.set(name, owner);
      next.start(start(name, owner));
      return;
    }
  }

  function forgetIfIdle(name: string, { underWay, waiting }: Owner): void {
    if (underWay === 0 && waiting.length === 0) owners.delete(name);
  }

  function wait(name: string, owner: Owner, signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const goAway = () => waiting.leave(signal.reason);
      const waiting: Waiting = {
        start: (release) => {
          signal.removeEventListener('abort', goAway);
          resolve(release);
        },
        leave: (reason) => {
          signal.removeEventListener('abort', goAway);
          owner.waiting.splice(owner.waiting.indexOf(waiting), 1);
          forgetIfIdle(name, owner);
          reject(reason);
        },
      };
      signal.addEventListener('abort', goAway, { once: true });
      owner.waiting.push(waiting);
    });
  }

  return {
    enter(name, signal) {
      const owner = ownerNamed(name);
      if (owner.underWay < perOwner && underWay < total) return Promise.resolve(start(name, owner));
      if (owner.waiting.length < waitingPerOwner) return wait(name, owner, signal);
      forgetIfIdle(name, owner);
      return undefined;
    },
    turnAwayWaiting(reason) {
      for (const waiting of [...owners.values()].flatMap((owner) => owner.waiting.slice())) waiting.leave(reason);
    },
  };
}
