/** For how long somebody counts as being there after a request. */
const activeMs = 1_000;

export interface ActiveOwners {
  record(owner: string): void;
  /** Whether anybody else sent a request within the last second. */
  isShared(owner: string): boolean;
}

/** Knows whether owners are alone: by the last that came and the last other than that one, which is all that is needed for it. */
export function trackActiveOwners(nowMs: () => number = () => performance.now()): ActiveOwners {
  let last = { owner: '', seenMs: -activeMs };
  let lastOther = last;
  return {
    record(owner) {
      if (owner !== last.owner) lastOther = last;
      last = { owner, seenMs: nowMs() };
    },
    isShared(owner) {
      const { seenMs } = owner === last.owner ? lastOther : last;
      return nowMs() - seenMs < activeMs;
    },
  };
}
