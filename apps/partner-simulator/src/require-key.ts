import { createHash, timingSafeEqual } from 'node:crypto';
import { RejectedCall } from '@linework/simulator/rejected-call';
import type { RequestHandler } from 'express';

const computeDigest = (text: string) => createHash('sha256').update(text).digest();

/** Rejects every call without the right key with 401, as real companies do. */
export function requireKey(key: string): RequestHandler {
  const expected = computeDigest(`Bearer ${key}`);
  return (request, _response, next) => {
    if (!timingSafeEqual(computeDigest(request.get('Authorization') ?? ''), expected))
      throw new RejectedCall(401, 'unauthorized', 'The key is missing or wrong.');
    next();
  };
}
