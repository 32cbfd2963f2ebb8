import type { SimKeys } from '@linework/domain/systems';
import type { RegisteredSubscriber } from './read-subscriber.ts';

/** The data that our calls wrote: numbers without the plus sign, and the keys of the SIM if they are known. */
export interface OwnershipMark {
  readonly msisdns: readonly string[];
  /** `any` for a SIM that the line has: its keys may be older than the inventory. */
  readonly keys?: SimKeys | 'any' | undefined;
  /** An earlier call of ours may have left it in service with neither number nor keys. */
  readonly mayBeBare?: boolean;
}

/**
 * Whether a subscriber is ours. It has one of our numbers; or it has none because a call of ours was interrupted, and then it has our keys or no keys
 * yet. A subscriber with neither number nor keys that is in service was created by somebody else: our create takes it out of service in the same
 * request. OsmoHLR has no field for another mark.
 */
export function isOwnSubscriber({ msisdn, k, access }: RegisteredSubscriber, { msisdns, keys, mayBeBare = false }: OwnershipMark): boolean {
  if (msisdn !== undefined) return msisdns.includes(msisdn);
  if (k !== undefined) return keys === 'any' || k === keys?.k.toLowerCase();
  return access === 'none' || mayBeBare;
}
