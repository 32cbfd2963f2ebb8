import type { SimKeys } from '@linework/lines/model/systems';
import { isOwnSubscriber } from './is-own-subscriber.ts';
import { imsiExists, msisdnUnknown, unknownSubscriber } from './permanent-errors.ts';
import type { Register } from './register.ts';
import { removeFromService } from './remove-from-service.ts';

export interface SimChange {
  readonly imsi: string;
  readonly newImsi: string;
  readonly msisdn: string | undefined;
  readonly keys: SimKeys | undefined;
  readonly oldKeys: SimKeys | undefined;
  /** The line has the new SIM and releases the old one. */
  readonly isUndo: boolean;
  /** An earlier call for it may have taken effect. */
  readonly isRepeat: boolean;
}

/**
 * Gives the subscriber another IMSI. OsmoHLR cannot rename a subscriber, and a number belongs to one: the new
 * subscriber is created like the old, the number moves, and the old one is deleted last. Until then the register shows
 * how far an earlier call came. As long as the old one has its number its access mode counts, afterwards that of the
 * new one. A foreign subscriber counts as none.
 */
export async function changeSim(register: Register, change: SimChange): Promise<void> {
  const { imsi, newImsi, keys, oldKeys, isUndo, isRepeat } = change;
  // Between the two SIMs a subscriber without keys is in service, and no subscriber has the number.
  const [mayOldBeBare, mayNewBeBare] = isUndo
    ? [oldKeys === undefined, true]
    : [isRepeat, isRepeat && keys === undefined];
  // When this command is answered, every command of an earlier call has been executed; only the read after it counts.
  await register.find(imsi);
  const current = await register.find(imsi);
  const old =
    current &&
    isOwnSubscriber(current, {
      msisdns: [change.msisdn ?? current.msisdn ?? ''],
      keys: isUndo ? oldKeys : 'any',
      mayBeBare: mayOldBeBare,
    })
      ? current
      : undefined;
  const replacement = await register.find(newImsi);
  if (!old) return assertChangeDone(replacement?.msisdn, change);
  const msisdn = old.msisdn ?? replacement?.msisdn ?? change.msisdn;
  if (msisdn === undefined) throw msisdnUnknown();
  if (
    replacement &&
    !isOwnSubscriber(replacement, { msisdns: [msisdn], keys: isUndo ? 'any' : keys, mayBeBare: mayNewBeBare })
  )
    throw imsiExists();
  await register.assertNumberFree(msisdn, imsi, newImsi);

  if (!replacement) await register.createOutOfService(newImsi);
  if (keys) await register.setKeys(newImsi, keys);
  if (old.msisdn !== undefined || !replacement) {
    await register.setAccess(newImsi, old.access);
    await register.clearMsisdn(imsi);
  }
  await register.setMsisdn(newImsi, msisdn);
  await removeFromService(register, imsi);
}

/** Without the old subscriber the change is done, unless the new one is foreign or does not exist. */
function assertChangeDone(newMsisdn: string | undefined, { msisdn }: SimChange): void {
  if (newMsisdn === undefined || (msisdn !== undefined && newMsisdn !== msisdn)) throw unknownSubscriber();
}
