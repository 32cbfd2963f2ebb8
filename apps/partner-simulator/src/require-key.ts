import { createHash, timingSafeEqual } from 'node:crypto';
import { RefusedCall } from '@linework/simulator/refused-call';
import type { RequestHandler } from 'express';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Refuses every call with 401 that does not carry the key, as real companies do. */
export function requireKey(key: string): RequestHandler {
  const expected = digest(`Bearer ${key}`);
  return (request, _response, next) => {
    if (!timingSafeEqual(digest(request.get('Authorization') ?? ''), expected)) throw new RefusedCall(401, 'unauthorized', 'The key is missing or wrong.');
    next();
  };
}
