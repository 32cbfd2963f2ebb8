import {
  addressNotAllowed,
  brokerSuspended,
  tooManyRequests,
  unauthorized,
} from '@linework/problem-details/make-problem';
import type { Request } from 'express';
import { plainAddress } from './allowed-addresses.ts';
import type { Caller } from './caller.ts';
import type { WrongKeys } from './wrong-keys.ts';

/**
 * Creates the check of a request's key. After too many wrong keys from one IP address, the next wrong one gets 429; a
 * valid key from that address still works. A key of a suspended broker gets 403, and so does a key that may not be used
 * from there.
 */
export function createAuthenticator(findCaller: (key: string) => Promise<Caller | null>, wrongKeys: WrongKeys) {
  return async (key: string, { ip = '' }: Request): Promise<Caller> => {
    const caller = await findCaller(key);
    if (caller?.isSuspended) throw brokerSuspended();
    if (caller) return callerFrom(caller, ip);
    const waitSeconds = wrongKeys.admit(ip);
    throw waitSeconds > 0 ? tooManyRequests(waitSeconds) : unauthorized();
  };
}

/** The caller with the address of the request. Raises address-not-allowed. */
export function callerFrom(caller: Caller, ip: string): Caller {
  const address = plainAddress(ip);
  if (caller.isAllowedFrom && (address === undefined || !caller.isAllowedFrom(address))) throw addressNotAllowed(ip);
  return address === undefined ? caller : { ...caller, address };
}
