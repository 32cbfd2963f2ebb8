import type { SimKeys } from '@linework/lines/model/systems';
import type { RegisteredSubscriber } from './read-subscriber.ts';

/** The data that Linework's calls wrote: numbers without the plus sign, and the keys of the SIM if they are known. */
export interface OwnershipMark {
  readonly msisdns: readonly string[];
  /** `any` for a SIM that the line has: its keys may be older than the inventory. */
  readonly keys?: SimKeys | 'any' | undefined;
  /** An earlier call of Linework may have left it in service with neither number nor keys. */
  readonly mayBeBare?: boolean;
}

/**
 * Whether a subscriber belongs to Linework. It has one of the expected numbers; or it has none because a call was
 * interrupted, and then it has the expected keys or no keys yet. A subscriber with neither number nor keys that is in
 * service is foreign: Linework's create takes it out of service in the same request. OsmoHLR has no field for another
 * mark.
 */
export function isOwnSubscriber(
  { msisdn, k, access }: RegisteredSubscriber,
  { msisdns, keys, mayBeBare = false }: OwnershipMark,
): boolean {
  if (msisdn !== undefined) return msisdns.includes(msisdn);
  if (k !== undefined) return keys === 'any' || k === keys?.k.toLowerCase();
  return access === 'none' || mayBeBare;
}
