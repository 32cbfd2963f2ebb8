import { networkOf } from './network-of.ts';

// Own code: rate-limiter-flexible keeps a timer for each address, without a limit: 239 MiB for 500,000 addresses, 2 MiB
// here (decision 67).

export interface WrongKeys {
  /** Counts a wrong key from an IP address. Returns 0, or the seconds to wait if the address has sent too many. */
  admit(address: string): number;
}

export interface WrongKeysLimits {
  readonly limit?: number;
  readonly windowMs?: number;
  readonly nowMs?: () => number;
}

interface Attempts {
  count: number;
  readonly untilMs: number;
}

/** Above this number of addresses all counters are deleted, so that memory is bounded. */
const addressLimit = 10_000;

/** Counts the wrong keys of each IP address, and delays addresses that sent too many within a time window. */
export function limitWrongKeys({ limit = 20, windowMs = 60_000, nowMs = Date.now }: WrongKeysLimits = {}): WrongKeys {
  const byAddress = new Map<string, Attempts>();

  function getAttempts(address: string): Attempts {
    const existing = byAddress.get(address);
    if (existing !== undefined && existing.untilMs > nowMs()) return existing;
    if (byAddress.size >= addressLimit) byAddress.clear();
    const attempts = { count: 0, untilMs: nowMs() + windowMs };
    byAddress.set(address, attempts);
    return attempts;
  }

  return {
    admit(address) {
      const attempts = getAttempts(networkOf(address));
      if (attempts.count >= limit) return Math.ceil((attempts.untilMs - nowMs()) / 1_000);
      attempts.count += 1;
      return 0;
    },
  };
}
