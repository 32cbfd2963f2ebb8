export interface WrongKeys {
  /** Counts a wrong key from an address. Answers 0, or for how many seconds it is held up when it has sent too many. */
  admit(address: string): number;
}

export interface WrongKeysLimits {
  readonly most?: number;
  readonly windowMs?: number;
  readonly nowMs?: () => number;
}

interface Tries {
  count: number;
  readonly untilMs: number;
}

/** Past this many addresses all are forgotten: what is remembered must not grow with whoever knocks. */
const mostAddresses = 10_000;

/** Counts the wrong keys of each address, and holds those up that sent too many within a window of time. */
export function limitWrongKeys({ most = 20, windowMs = 60_000, nowMs = Date.now }: WrongKeysLimits = {}): WrongKeys {
  const byAddress = new Map<string, Tries>();

  function triesOf(address: string): Tries {
    const before = byAddress.get(address);
    if (before !== undefined && before.untilMs > nowMs()) return before;
    if (byAddress.size >= mostAddresses) byAddress.clear();
    const tries = { count: 0, untilMs: nowMs() + windowMs };
    byAddress.set(address, tries);
    return tries;
  }

  return {
    admit(address) {
      const tries = triesOf(address);
      if (tries.count >= most) return Math.ceil((tries.untilMs - nowMs()) / 1_000);
      tries.count += 1;
      return 0;
    },
  };
}
