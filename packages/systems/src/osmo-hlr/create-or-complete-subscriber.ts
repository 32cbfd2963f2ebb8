import type { SimKeys } from '@linework/lines/model/systems';
import { isOwnSubscriber } from './is-own-subscriber.ts';
import { imsiExists } from './permanent-errors.ts';
import type { AccessMode } from './read-subscriber.ts';
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
 * Creates the subscriber. A subscriber that already has the number, or has none yet, was left by an interrupted call and is completed. The number is
 * set before the keys: a subscriber without a number then never has keys, which identify it as Linework's.
 */
export async function createOrCompleteSubscriber(register: Register, { imsi, msisdn, access, keys, isRepeat }: SubscriberInput): Promise<void> {
  const found = await register.find(imsi);
  if (found && !isOwnSubscriber(found, { msisdns: [msisdn], keys, mayBeBare: isRepeat })) throw imsiExists();
  await register.assertNumberFree(msisdn, imsi);
  if (found?.msisdn === undefined) await register.createOutOfService(imsi);
  await register.setMsisdn(imsi, msisdn);
  if (keys) await register.setKeys(imsi, keys);
  await register.setAccess(imsi, access);
}
