import type { FoundSubscriber, SimKeys } from '@linework/lines/model/systems';
import { isOwnSubscriber } from './is-own-subscriber.ts';
import { imsiExists, keysDiffer, unknownSubscriber } from './permanent-errors.ts';
import type { AccessMode, RegisteredSubscriber } from './read-subscriber.ts';
import type { Register } from './register.ts';

export interface SubscriberInput {
  readonly imsi: string;
  readonly msisdn: string;
  readonly access: AccessMode;
  readonly keys: SimKeys | undefined;
  /** An earlier call for it may have taken effect. */
  readonly isRepeat: boolean;
}

/**
 * Creates the subscriber. On a repeat, a subscriber that has the number, or has none yet, was left by an interrupted
 * call and is completed. The number is set before the keys: a subscriber without a number then never has keys, which
 * identify it as Linework's.
 */
export async function createOrCompleteSubscriber(register: Register, subscriber: SubscriberInput): Promise<void> {
  const { imsi, msisdn, keys, isRepeat } = subscriber;
  const current = await register.find(imsi);
  if (current && !(isRepeat && isOwnSubscriber(current, { msisdns: [msisdn], keys, mayBeBare: true })))
    throw imsiExists();
  await register.assertNumberFree(msisdn, imsi);
  if (current?.msisdn === undefined) await register.createOutOfService(imsi);
  await writeSubscriber(register, subscriber);
}

/**
 * Takes over a subscriber that was there before the first call. Nothing that could not be brought back is overwritten.
 */
export async function takeOverSubscriber(register: Register, subscriber: SubscriberInput): Promise<void> {
  const { imsi, msisdn, keys } = subscriber;
  const current = await register.find(imsi);
  if (!current) throw unknownSubscriber();
  if (!isOwnSubscriber(current, { msisdns: [msisdn], keys })) throw imsiExists();
  if (keys && current.k !== undefined && (current.k !== keys.k.toLowerCase() || current.opc !== keys.opc.toLowerCase()))
    throw keysDiffer();
  await register.assertNumberFree(msisdn, imsi);
  await writeSubscriber(register, subscriber);
}

async function writeSubscriber(register: Register, { imsi, msisdn, keys, access }: SubscriberInput): Promise<void> {
  await register.setMsisdn(imsi, msisdn);
  if (keys) await register.setKeys(imsi, keys);
  await register.setAccess(imsi, access);
}

/** For OsmoHLR, not yet in service and no longer in service are the same. */
const serviceStatesByAccess = {
  none: ['standby', 'suspended'],
  cs: [],
  ps: [],
  'cs+ps': ['active'],
} as const satisfies Record<AccessMode, unknown>;

/** What `restoreSubscriber` needs to bring it back. */
export const describeFound = ({ access, msisdn, k }: RegisteredSubscriber): FoundSubscriber => ({
  isInService: access !== 'none',
  serviceStates: serviceStatesByAccess[access],
  access,
  hasNumber: msisdn !== undefined,
  hasKeys: k !== undefined,
});

/**
 * Brings our subscriber back to the state in which it was found. A foreign one, or one that is gone, is left as it is.
 */
export async function restoreSubscriber(
  register: Register,
  imsi: string,
  msisdns: readonly string[],
  found: FoundSubscriber,
): Promise<void> {
  // When this command is answered, every command of an earlier call has been executed; only the read after it counts.
  await register.find(imsi);
  const current = await register.find(imsi);
  if (!current || !isOwnSubscriber(current, { msisdns, keys: 'any' })) return;
  await register.setAccess(imsi, found.access as AccessMode);
  if (!found.hasKeys) await register.clearKeys(imsi);
  if (!found.hasNumber) await register.clearMsisdn(imsi);
}
