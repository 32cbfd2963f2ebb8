export interface GateLimits {
  /** How many an owner may have under way at once while nobody else is there. */
  readonly perOwner: number;
  /** How many while others are there. */
  readonly besideOthers: number;
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
  /** Whether this owner would be turned away now. */
  isFull(owner: string): boolean;
  /** Starts at once where the owner may, and answers how to end; undefined where it would have to wait. */
  tryEnter(owner: string): Release | undefined;
  /** Resolves once the owner may start, and answers how to end. Rejects with the reason of `signal` if that comes first. Undefined if too many wait. */
  enter(owner: string, signal: AbortSignal): Promise<Release> | undefined;
  /** Rejects everybody who waits, for this reason. Who comes later may enter. */
  turnAwayWaiting(reason: unknown): void;
}

/**
 * Admits work up to its limits. Who is beyond them waits: first come, first served within an owner, and by turns between owners, so that the
 * work of one owner delays another by no more than what is under way. An owner that is alone may have more under way than one beside others.
 */
export function createFairGate({ perOwner, besideOthers, total, waitingPerOwner }: GateLimits, isBesideOthers: (owner: string) => boolean): FairGate {
  /** Those that have something under way or waiting, in the order of their turns. */
  const owners = new Map<string, Owner>();
  let underWay = 0;

  const mayStart = (name: string, owner: Owner): boolean => {
    if (underWay >= total) return false;
    return owner.underWay < (isBesideOthers(name) ? besideOthers : perOwner);
  };

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
    for (const [name, owner] of [...owners]) {
      const next = mayStart(name, owner) ? owner.waiting.shift() : undefined;
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

  function forgetIfIdle(name: string, { underWay, waiting }: Owner): void {
    if (underWay === 0 && waiting.length === 0) owners.delete(name);
  }

  return {
    isFull(name) {
      const owner = owners.get(name);
      return owner !== undefined && !mayStart(name, owner) && owner.waiting.length >= waitingPerOwner;
    },
    tryEnter(name) {
      const owner = ownerNamed(name);
      return mayStart(name, owner) ? start(name, owner) : undefined;
    },
    enter(name, signal) {
      const owner = ownerNamed(name);
      if (mayStart(name, owner)) return Promise.resolve(start(name, owner));
      if (owner.waiting.length < waitingPerOwner) return waitInLine(owner.waiting, signal, () => forgetIfIdle(name, owner));
      forgetIfIdle(name, owner);
      return undefined;
    },
    turnAwayWaiting(reason) {
      for (const waiting of [...owners.values()].flatMap((owner) => [...owner.waiting])) waiting.leave(reason);
    },
  };
}

/** Waits at the end of a line until it is told to start; rejects with the reason of the signal, or with the one for which it is sent away. */
function waitInLine(line: Waiting[], signal: AbortSignal, onLeave: () => void): Promise<Release> {
  return new Promise((resolve, reject) => {
    const goAway = () => waiting.leave(signal.reason);
    const waiting: Waiting = {
      start: (release) => {
        signal.removeEventListener('abort', goAway);
        resolve(release);
      },
      leave: (reason) => {
        signal.removeEventListener('abort', goAway);
        line.splice(line.indexOf(waiting), 1);
        onLeave();
        reject(reason);
      },
    };
    signal.addEventListener('abort', goAway, { once: true });
    line.push(waiting);
  });
}
