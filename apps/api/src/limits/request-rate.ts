import type { Caller } from '@linework/auth/caller';
import { tooManyRequests } from '@linework/problem-details/make-problem';
import type { Response } from 'express';

const windowMs = 1_000;

/** Requests a second. */
export interface RateLimits {
  readonly perKey: number;
  /** For all keys of a broker together. */
  readonly perBroker: number;
}

/** A limit, and how much of it is left; less than nothing where it is exceeded. */
interface RateCount {
  readonly name: 'key' | 'broker';
  readonly limit: number;
  readonly remaining: number;
}

/**
 * Makes the check that neither a key nor all keys of its broker together send more requests in a second than they may. Each API process counts for
 * itself, so that no request waits for another machine. A request counts when it arrives, so that the first requests of a burst pass. The headers
 * describe the limit of which less is left.
 */
export function requestRateLimiter({ perKey, perBroker }: RateLimits, nowMs: () => number = () => performance.now()) {
  /** By the id of a key or a broker. */
  const requestCounts = new Map<string, number>();
  let windowEndsMs = 0;

  return (caller: Caller, response: Response): void => {
    const { name, limit, remaining } = tighterLimit(caller);
    const headers = { 'RateLimit-Policy': `"${name}";q=${limit};w=1`, RateLimit: `"${name}";r=${Math.max(0, remaining)};t=1` };
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (remaining < 0) throw tooManyRequests(1, headers);
  };

  function tighterLimit({ keyId, brokerId }: Caller): RateCount {
    const key: RateCount = { name: 'key', limit: perKey, remaining: perKey - countRequest(keyId) };
    // What one key sends beyond its limit takes nothing from the broker's other keys.
    if (brokerId === null || key.remaining < 0) return key;
    const remaining = perBroker - countRequest(brokerId);
    return remaining < key.remaining ? { name: 'broker', limit: perBroker, remaining } : key;
  }

  function countRequest(id: string): number {
    if (nowMs() >= windowEndsMs) {
      requestCounts.clear();
      windowEndsMs = nowMs() + windowMs;
    }
    const count = (requestCounts.get(id) ?? 0) + 1;
    requestCounts.set(id, count);
    return count;
  }
}
