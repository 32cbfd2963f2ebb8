import type { SimKeys } from '@linework/domain/systems';
import { isOurs } from './own-subscriber.ts';
import { imsiExists, msisdnUnknown, unknownSubscriber } from './refusals.ts';
import type { Register } from './register.ts';
import { removeFromService } from './remove-from-service.ts';

export interface SimChange {
  readonly imsi: string;
  readonly newImsi: string;
  readonly msisdn: string | undefined;
  readonly keys: SimKeys | undefined;
  readonly oldKeys: SimKeys | undefined;
  /** The line has the new SIM and gives the old one back. */
  readonly isUndo: boolean;
  /** An earlier call for it may have taken effect. */
  readonly isRepeat: boolean;
}

/**
 * Gives the subscriber another IMSI. OsmoHLR cannot rename one, and a number has one place: the new subscriber is made like
 * the old, the number moves, the old one goes last. Until then the register tells how far an earlier call came. As long as
 * the old one has its number its access mode counts, afterwards that of the new one. Somebody else's subscriber is as good as none.
 */
export async function changeSim(register: Register, change: SimChange): Promise<void> {
  const { imsi, newImsi, keys, oldKeys, isUndo, isRepeat } = change;
  // Between the two SIMs one without keys is in service, and the number stands nowhere.
  const [mayOldBeBare, mayNewBeBare] = isUndo ? [oldKeys === undefined, true] : [isRepeat, isRepeat && keys === undefined];
  // What an earlier call left on its way has come to pass when this is answered; only the reading after it counts.
  await register.find(imsi);
  const there = await register.find(imsi);
  const old =
    there && isOurs(there, { msisdns: [change.msisdn ?? there.msisdn ?? ''], keys: isUndo ? oldKeys : 'any', mayBeBare: mayOldBeBare }) ? there : undefined;
  const made = await register.find(newImsi);
  if (!old) return checkDone(made?.msisdn, change);
  const msisdn = old.msisdn ?? made?.msisdn ?? change.msisdn;
  if (msisdn === undefined) throw msisdnUnknown();
  if (made && !isOurs(made, { msisdns: [msisdn], keys: isUndo ? 'any' : keys, mayBeBare: mayNewBeBare })) throw imsiExists();
  await register.checkFree(msisdn, imsi, newImsi);

  if (!made) await register.createOutOfService(newImsi);
  if (keys) await register.setKeys(newImsi, keys);
  if (old.msisdn !== undefined || !made) {
    await register.setAccess(newImsi, old.access);
    await register.clearMsisdn(imsi);
  }
  await register.setMsisdn(newImsi, msisdn);
  await removeFromService(register, imsi);
}

/** Without the old subscriber it has been done; unless the new one is somebody else, or nobody. */
function checkDone(madeMsisdn: string | undefined, { msisdn }: SimChange): void {
  if (madeMsisdn === undefined || (msisdn !== undefined && madeMsisdn !== msisdn)) throw unknownSubscriber();
}
