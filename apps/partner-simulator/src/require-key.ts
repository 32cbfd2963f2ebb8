import { createHash, timingSafeEqual } from 'node:crypto';
import { RejectedCall } from '@linework/simulator/rejected-call';
import type { RequestHandler } from 'express';

const computeDigest = (text: string) => createHash('sha256').update(text).digest();

/** Refuses every call with 401 that does not carry the key, as real companies do. */
export function requireKey(key: string): RequestHandler {
  const expected = computeDigest(`Bearer ${key}`);
  return (request, _response, next) => {
    if (!timingSafeEqual(computeDigest(request.get('Authorization') ?? ''), expected))
      throw new RejectedCall(401, 'unauthorized', 'The key is missing or wrong.');
    next();
  };
}
