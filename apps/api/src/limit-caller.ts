import type { Caller } from '@linework/auth/caller';
import { tooManyRequests } from '@linework/problem-details/make-problem';
import type { Response } from 'express';

export interface CallerLimits {
  readonly perSecond: number;
  readonly inFlight: number;
}

const windowMs = 1_000;

/**
 * Makes the check that a key sends no more than it may: requests in a second, and requests at once. Each API process counts
 * for itself, so that no request waits for another machine, and counts at once, so that of a burst the first ones pass.
 */
export function callerLimiter({ perSecond, inFlight }: CallerLimits, nowMs: () => number = () => performance.now()) {
  const sent = new Map<string, number>();
  const underWay = new Map<string, number>();
  let windowEndsMs = 0;

  return ({ keyId }: Caller, response: Response): void => {
    const count = countRequest(keyId);
    const headers = { 'RateLimit-Policy': `"key";q=${perSecond};w=1`, RateLimit: `"key";r=${Math.max(0, perSecond - count)};t=1` };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const now = underWay.get(keyId) ?? 0;
    if (count > perSecond || now >= inFlight) throw tooManyRequests(1, headers);
    // A client that left while its key was looked up would never give its place back.
    if (response.closed) return;
    underWay.set(keyId, now + 1);
    response.once('close', () => letGo(keyId));
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

  function letGo(keyId: string): void {
    const left = (underWay.get(keyId) ?? 1) - 1;
    if (left === 0) underWay.delete(keyId);
    else underWay.set(keyId, left);
  }
}
