import type { SimKeys } from '@linework/domain/systems';
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
 * Creates the subscriber. One that has the number already, or none yet, was left by a call that was cut short, and is
 * brought to its end. The number comes before the keys: without a number it never has keys, by which it is known as ours.
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
