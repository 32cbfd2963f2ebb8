import type { Caller } from '@linework/auth/caller';
import { tooManyRequests } from '@linework/problem-details/make-problem';
import type { Response } from 'express';

const windowMs = 1_000;

/**
 * Makes the check that a key sends no more requests in a second than it may. Each API process counts for itself, so that no request
 * waits for another machine. A request counts when it arrives, so that the first requests of a burst pass.
 */
export function requestRateLimiter(perSecond: number, nowMs: () => number = () => performance.now()) {
  const sent = new Map<string, number>();
  let windowEndsMs = 0;

  return ({ keyId }: Caller, response: Response): void => {
    const count = countRequest(keyId);
    const headers = { 'RateLimit-Policy': `"key";q=${perSecond};w=1`, RateLimit: `"key";r=${Math.max(0, perSecond - count)};t=1` };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (count > perSecond) throw tooManyRequests(1, headers);
  };

  function countRequest(keyId: string): number {
    if (nowMs() >= windowEndsMs) {
      sent.clear();
      windowEndsMs = nowMs() + windowMs;
    }
    const count = (sent.get(keyId) ?? 0) + 1;
    sent.set(keyId, count);
    return count;
  }
}
