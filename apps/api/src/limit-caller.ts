import type { Caller } from '@linework/auth/caller';
import { tooManyRequests } from '@linework/problem-details/make-problem';
import type { Response } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';

export interface CallerLimits {
  readonly perSecond: number;
  readonly inFlight: number;
}

const windowMs = 1_000;

/**
 * Makes the check that a key sends no more than it may: requests in a second, and requests at once. Each API process counts
 * for itself, so that no request waits for another machine.
 */
export function callerLimiter({ perSecond, inFlight }: CallerLimits) {
  const requests = new MemoryStore();
  requests.init({ windowMs } as Options);
  const underWay = new Map<string, number>();

  return async ({ keyId }: Caller, response: Response): Promise<void> => {
    const { totalHits } = await requests.increment(keyId);
    const headers = { 'RateLimit-Policy': `"key";q=${perSecond};w=1`, RateLimit: `"key";r=${Math.max(0, perSecond - totalHits)};t=1` };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const now = underWay.get(keyId) ?? 0;
    if (totalHits > perSecond || now >= inFlight) throw tooManyRequests(1, headers);
    underWay.set(keyId, now + 1);
    response.once('close', () => letGo(keyId));
  };

  function letGo(keyId: string): void {
    const left = (underWay.get(keyId) ?? 1) - 1;
    if (left === 0) underWay.delete(keyId);
    else underWay.set(keyId, left);
  }
}
