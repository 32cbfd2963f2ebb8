// Own code: rate-limiter-flexible counts the same in memory, and over all processes each request would wait for Redis
// or PostgreSQL (decision 67).
import type { Caller } from '@linework/auth/caller';
import { tooManyRequests } from '@linework/problem-details/make-problem';
import type { Response } from 'express';

const windowMs = 1_000;

/** Requests per second. */
export interface RateLimits {
  readonly perKey: number;
  /** Requests per second of all keys of a broker together. */
  readonly perBroker: number;
}

/** A limit and its remaining requests; negative if the limit is exceeded. */
interface RateCount {
  readonly name: 'key' | 'broker';
  readonly limit: number;
  readonly remaining: number;
}

/**
 * Creates the check of the request rate of a key and of all keys of its broker. Each API process counts separately, so
 * that no request waits for another machine. A request counts when it arrives, so the first requests of a burst pass.
 * The headers describe the limit with fewer remaining requests.
 */
export function requestRateLimiter({ perKey, perBroker }: RateLimits, nowMs: () => number = () => performance.now()) {
  /** The counters by the id of a key or a broker. */
  const requestCounts = new Map<string, number>();
  let windowEndsMs = 0;

  return (caller: Caller, response: Response): void => {
    const { name, limit, remaining } = tighterLimit(caller);
    const headers = {
      'RateLimit-Policy': `"${name}";q=${limit};w=1`,
      RateLimit: `"${name}";r=${Math.max(0, remaining)};t=1`,
    };
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (remaining < 0) throw tooManyRequests(1, headers);
  };

  function tighterLimit({ keyId, brokerId }: Caller): RateCount {
    const key: RateCount = { name: 'key', limit: perKey, remaining: perKey - countRequest(keyId) };
    // Requests beyond the limit of one key do not count against the other keys of the broker.
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
