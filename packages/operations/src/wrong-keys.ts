export interface WrongKeys {
  /** How long an address has to wait before it may try another key; 0 when it may at once. */
  waitSeconds(address: string): number;
  count(address: string): void;
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

/** Past this many addresses all are forgotten: memory is the scarcer good. */
const mostAddresses = 10_000;

/** Counts the wrong keys of each address, and holds those up that sent too many within a window of time. */
export function limitWrongKeys({ most = 20, windowMs = 60_000, nowMs = Date.now }: WrongKeysLimits = {}): WrongKeys {
  const byAddress = new Map<string, Tries>();

  function triesOf(address: string): Tries | undefined {
    const tries = byAddress.get(address);
    if (tries === undefined || tries.untilMs > nowMs()) return tries;
    byAddress.delete(address);
    return undefined;
  }

  return {
    waitSeconds(address) {
      const tries = triesOf(address);
      return tries === undefined || tries.count < most ? 0 : Math.ceil((tries.untilMs - nowMs()) / 1_000);
    },
    count(address) {
      const tries = triesOf(address);
      if (tries !== undefined) tries.count += 1;
      else {
        if (byAddress.size >= mostAddresses) byAddress.clear();
        byAddress.set(address, { count: 1, untilMs: nowMs() + windowMs });
      }
    },
  };
}
