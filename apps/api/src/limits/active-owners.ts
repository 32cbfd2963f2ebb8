/** An owner counts as active for this long after a request. */
const activeMs = 1_000;

export interface ActiveOwners {
  record(owner: string): void;
  /** Whether another owner sent a request within the last second. */
  isShared(owner: string): boolean;
}

/** Tracks whether an owner is the only active one. The last owner and the last different owner are enough for that. */
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
