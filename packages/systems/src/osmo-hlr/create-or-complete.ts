import type { SimKeys } from '@linework/domain/systems';
import { isOurs } from './own-subscriber.ts';
import { imsiExists } from './refusals.ts';
import type { Register } from './register.ts';
import type { AccessMode } from './registered-subscriber.ts';

export interface WantedSubscriber {
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
export async function createOrComplete(register: Register, { imsi, msisdn, access, keys, isRepeat }: WantedSubscriber): Promise<void> {
  const found = await register.find(imsi);
  if (found && !isOurs(found, { msisdns: [msisdn], keys, mayBeBare: isRepeat })) throw imsiExists();
  await register.checkFree(msisdn, imsi);
  if (found?.msisdn === undefined) await register.createOutOfService(imsi);
  await register.setMsisdn(imsi, msisdn);
  if (keys) await register.setKeys(imsi, keys);
  await register.setAccess(imsi, access);
}
