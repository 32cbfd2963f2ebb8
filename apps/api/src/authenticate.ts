import type { Caller } from '@linework/auth/caller';
import { tooManyRequests, unauthorized } from '@linework/problem-details/make-problem';
import type { Request } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';

const windowMs = 60_000;
/** Wrong keys that one address may send in a window before it is told to wait. */
const wrongKeysLimit = 100;

/**
 * Makes the check of a request's key. Wrong keys are counted by address, and beyond a number answered 429; a good key from
 * that address is served all the same.
 */
export function authenticator(findCaller: (key: string) => Promise<Caller | null>) {
  const wrongKeys = new MemoryStore();
  wrongKeys.init({ windowMs } as Options);
  return async (key: string, { ip = '' }: Request): Promise<Caller> => {
    const caller = await findCaller(key);
    if (caller) return caller;
    const { totalHits } = await wrongKeys.increment(ip);
    throw totalHits > wrongKeysLimit ? tooManyRequests(windowMs / 1000) : unauthorized();
  };
}
