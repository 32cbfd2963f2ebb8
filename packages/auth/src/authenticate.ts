import { forbidden, tooManyRequests, unauthorized } from '@linework/problem-details/make-problem';
import type { Request } from 'express';
import type { Caller } from './caller.ts';
import type { WrongKeys } from './wrong-keys.ts';

/**
 * Makes the check of a request's key. An address that sent too many wrong ones is answered 429 to the next wrong one; a good
 * key from there is served all the same. A key of a suspended broker is answered 403.
 */
export function createAuthenticator(findCaller: (key: string) => Promise<Caller | null>, wrongKeys: WrongKeys) {
  return async (key: string, { ip = '' }: Request): Promise<Caller> => {
    const caller = await findCaller(key);
    if (caller?.isSuspended) throw forbidden('The broker of this key is suspended.', { code: 'broker-suspended' });
    if (caller) return caller;
    const waitSeconds = wrongKeys.admit(ip);
    throw waitSeconds > 0 ? tooManyRequests(waitSeconds) : unauthorized();
  };
}
