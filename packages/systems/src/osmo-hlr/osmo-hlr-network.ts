import type { Network, OwnSubscriber, ServiceState } from '@linework/domain/systems';
import { changeSim } from './change-sim.ts';
import { imsiWord, keyWords, msisdnWord } from './command-words.ts';
import type { ElementAddress } from './connection.ts';
import { createOrComplete } from './create-or-complete.ts';
import { ctrlOf } from './ctrl.ts';
import { isOurs } from './own-subscriber.ts';
import { foreignSubscriber, unknownSubscriber } from './refusals.ts';
import { type Register, registerFor } from './register.ts';
import type { AccessMode } from './registered-subscriber.ts';
import { removeOwn } from './remove-from-service.ts';
import { toldTruly } from './told-truly.ts';
import { vtyOf } from './vty.ts';

export interface OsmoHlrAddress {
  readonly vty: ElementAddress;
  readonly ctrl: ElementAddress;
  /** How long a whole action may take. */
  readonly timeoutMs: number;
}

/**
 * OsmoHLR as the network. It knows no keys: each action reads, brings the register from wherever it is to where it should
 * be, and reads again, so that it may be repeated after it was cut short anywhere. A change is given as a command even when
 * the register reads as wished: a command that was cut off may still be on its way, and must not have the last word.
 */
export function osmoHlrNetwork({ vty, ctrl, timeoutMs }: OsmoHlrAddress): Network {
  const ports = { vty: vtyOf(vty), ctrl: ctrlOf(ctrl) };
  const registerUntil = (signal: AbortSignal | undefined): Register => {
    const timeout = AbortSignal.timeout(timeoutMs);
    return registerFor(ports, signal ? AbortSignal.any([timeout, signal]) : timeout);
  };
  const change = async (signal: AbortSignal | undefined, act: (register: Register) => Promise<void>): Promise<void> => {
    const register = registerUntil(signal);
    await act(register).catch((error: unknown) => {
      throw toldTruly(error, register);
    });
  };
  return {
    wantsSimKeys: true,
    async createSubscriber({ signal, isRepeat = false }, { imsi, msisdn, serviceState, keys }) {
      const wanted = { imsi: imsiWord(imsi), msisdn: msisdnWord(msisdn), access: accessIn[serviceState], keys: keys && keyWords(keys), isRepeat };
      await change(signal, (register) => createOrComplete(register, wanted));
    },
    async setServiceState({ signal }, { imsi, msisdns }, serviceState) {
      const own = { imsi: imsiWord(imsi), msisdns: msisdns.map(msisdnWord) };
      await change(signal, async (register) => {
        await checkOwn(register, own);
        await register.setAccess(imsi, accessIn[serviceState]);
      });
    },
    async changeMsisdn({ signal }, { imsi, msisdns }, msisdn) {
      const own = { imsi: imsiWord(imsi), msisdns: msisdns.map(msisdnWord) };
      const word = msisdnWord(msisdn);
      await change(signal, async (register) => {
        await checkOwn(register, own);
        await register.setMsisdn(imsi, word);
      });
    },
    async changeImsi({ signal, undoes, isRepeat = false }, imsi, newImsi, { msisdn, keys, oldKeys } = {}) {
      const also = {
        msisdn: msisdn === undefined ? undefined : msisdnWord(msisdn),
        keys: keys && keyWords(keys),
        oldKeys,
        isUndo: undoes !== undefined,
        isRepeat,
      };
      const sims = { imsi: imsiWord(imsi), newImsi: imsiWord(newImsi) };
      await change(signal, (register) => changeSim(register, { ...sims, ...also }));
    },
    async deleteSubscriber({ signal }, { imsi, msisdns }) {
      const mark = { msisdns: msisdns.map(msisdnWord) };
      await change(signal, (register) => removeOwn(register, imsiWord(imsi), mark));
    },
    async findSubscriber(imsi, signal) {
      const found = await registerUntil(signal).find(imsiWord(imsi));
      return found && { imsi, msisdn: found.msisdn === undefined ? '' : `+${found.msisdn}`, serviceState: serviceStateIn[found.access] };
    },
  };
}

/** Not yet in service and no longer in service are one to OsmoHLR. Which of them it is, the line in Linework knows. */
const accessIn: Readonly<Record<ServiceState, AccessMode>> = { standby: 'none', active: 'cs+ps', suspended: 'none' };

/** Half in service, as only another hand can make it, is not the service that was ordered. */
const serviceStateIn: Readonly<Record<AccessMode, ServiceState>> = { none: 'suspended', cs: 'suspended', ps: 'suspended', 'cs+ps': 'active' };

/** Without a number it is not ours either: every action of ours before this one has given it one. */
async function checkOwn(register: Register, { imsi, msisdns }: OwnSubscriber): Promise<void> {
  const found = await register.find(imsi);
  if (!found) throw unknownSubscriber();
  if (found.msisdn === undefined || !isOurs(found, { msisdns })) throw foreignSubscriber();
}
