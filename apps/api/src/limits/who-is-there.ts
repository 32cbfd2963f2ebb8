/** For how long somebody counts as being there after a request. */
const presentMs = 1_000;

export interface WhoIsThere {
  note(owner: string): void;
  /** Whether anybody else sent a request within the last second. */
  isBesideOthers(owner: string): boolean;
}

/** Knows whether owners are alone: by the last that came and the last other than that one, which is all that is needed for it. */
export function whoIsThere(nowMs: () => number = () => performance.now()): WhoIsThere {
  let last = { owner: '', cameMs: -presentMs };
  let otherThanLast = last;
  return {
    note(owner) {
      if (owner !== last.owner) otherThanLast = last;
      last = { owner, cameMs: nowMs() };
    },
    isBesideOthers(owner) {
      const { cameMs } = owner === last.owner ? otherThanLast : last;
      return nowMs() - cameMs < presentMs;
    },
  };
}
