import { PermanentError, SystemUnavailable, TransientError } from '@linework/engine/model/system-errors';
import type { Network, NetworkSubscriber, OwnSubscriber, ServiceState, SimKeys } from '@linework/lines/model/systems';
import { changeSim } from './change-sim.ts';
import {
  createOrCompleteSubscriber,
  describeFound,
  restoreSubscriber,
  takeOverSubscriber,
} from './create-subscriber.ts';
import { createCtrl } from './ctrl.ts';
import { isOwnSubscriber } from './is-own-subscriber.ts';
import { listSubscribers } from './list-subscribers.ts';
import type { ElementAddress } from './open-connection.ts';
import { foreignSubscriber, unknownSubscriber } from './permanent-errors.ts';
import type { AccessMode, RegisteredSubscriber } from './read-subscriber.ts';
import { createRegister, type Register } from './register.ts';
import { removeOwnSubscriber } from './remove-from-service.ts';
import { createVty } from './vty.ts';

export interface OsmoHlrAddress {
  readonly vty: ElementAddress;
  readonly ctrl: ElementAddress;
  /** The time limit of a whole action. */
  readonly timeoutMs: number;
}

/** The list is read as slowly as its reader takes it. */
const listLimitMs = 600_000;

/** The register for one action each, within the time limit of the action. */
function openRegisters({ vty, ctrl, timeoutMs }: OsmoHlrAddress) {
  const ports = { vty: createVty(vty), ctrl: createCtrl(ctrl) };
  const openRegister = (signal: AbortSignal | undefined): Register => {
    const timeout = AbortSignal.timeout(timeoutMs);
    return createRegister(ports, signal ? AbortSignal.any([timeout, signal]) : timeout);
  };
  const change = async (
    signal: AbortSignal | undefined,
    action: (register: Register) => Promise<void>,
  ): Promise<void> => {
    const register = openRegister(signal);
    await action(register).catch((error: unknown) => {
      throw classifyCommandError(error, register);
    });
  };
  /** Changes a subscriber of Linework and no other. */
  const changeOwn = (
    signal: AbortSignal | undefined,
    { imsi, msisdns }: OwnSubscriber,
    action: (register: Register) => Promise<void>,
  ): Promise<void> => {
    const own = { imsi: formatImsi(imsi), msisdns: msisdns.map(formatMsisdn) };
    return change(signal, async (register) => {
      await checkOwn(register, own);
      await action(register);
    });
  };
  return { openRegister, change, changeOwn };
}

/**
 * OsmoHLR as the network. It does not know idempotency keys: each action reads the register, brings it to the target
 * state from any state, and reads again, so that it can be repeated after any interruption. A change is sent as a
 * command even when the register already has the target state: a command that was cut off may still be in flight, and
 * must not be executed last.
 */
export function createOsmoHlrNetwork({ vty, ctrl, timeoutMs }: OsmoHlrAddress): Network {
  const { openRegister, change, changeOwn } = openRegisters({ vty, ctrl, timeoutMs });
  return {
    wantsSimKeys: true,
    async inspectSubscriber({ imsi, msisdns }, signal) {
      const mark = { msisdns: msisdns.map(formatMsisdn), keys: 'any' } as const;
      const current = await openRegister(signal).find(formatImsi(imsi));
      return current && isOwnSubscriber(current, mark) ? describeFound(current) : undefined;
    },
    async createSubscriber({ signal, isRepeat = false }, { imsi, msisdn, serviceState, keys }, found) {
      const subscriber = {
        imsi: formatImsi(imsi),
        msisdn: formatMsisdn(msisdn),
        access: accessModeByServiceState[serviceState],
        keys: keys && formatKeys(keys),
        isRepeat,
      };
      await change(signal, (register) =>
        (found ? takeOverSubscriber : createOrCompleteSubscriber)(register, subscriber),
      );
    },
    async restoreSubscriber({ signal }, { imsi, msisdns }, found) {
      const numbers = msisdns.map(formatMsisdn);
      await change(signal, (register) => restoreSubscriber(register, formatImsi(imsi), numbers, found));
    },
    async setServiceState({ signal }, own, serviceState) {
      await changeOwn(signal, own, (register) => register.setAccess(own.imsi, accessModeByServiceState[serviceState]));
    },
    async changeMsisdn({ signal }, own, msisdn) {
      const formattedMsisdn = formatMsisdn(msisdn);
      await changeOwn(signal, own, (register) => register.setMsisdn(own.imsi, formattedMsisdn));
    },
    async changeImsi({ signal, undoes, isRepeat = false }, imsi, newImsi, { msisdn, keys, oldKeys } = {}) {
      const extras = {
        msisdn: msisdn === undefined ? undefined : formatMsisdn(msisdn),
        keys: keys && formatKeys(keys),
        oldKeys,
        isUndo: undoes !== undefined,
        isRepeat,
      };
      const sims = { imsi: formatImsi(imsi), newImsi: formatImsi(newImsi) };
      await change(signal, (register) => changeSim(register, { ...sims, ...extras }));
    },
    async deleteSubscriber({ signal }, { imsi, msisdns }) {
      const mark = { msisdns: msisdns.map(formatMsisdn) };
      await change(signal, (register) => removeOwnSubscriber(register, formatImsi(imsi), mark));
    },
    async findSubscriber(imsi, signal) {
      return describeSubscriber(await openRegister(signal).find(formatImsi(imsi)));
    },
    async findSubscriberOfNumber(msisdn, signal) {
      return describeSubscriber(await openRegister(signal).findOwner(formatMsisdn(msisdn)));
    },
    listSubscribers: (signal) => listSubscribers(vty, signal ?? AbortSignal.timeout(listLimitMs)),
  };
}

const describeSubscriber = (found: RegisteredSubscriber | undefined): NetworkSubscriber | undefined =>
  found && {
    imsi: found.imsi,
    msisdn: found.msisdn === undefined ? '' : `+${found.msisdn}`,
    serviceState: serviceStateByAccessMode[found.access],
    ...(found.k !== undefined && found.opc !== undefined && { keys: { k: found.k, opc: found.opc } }),
  };

/**
 * For OsmoHLR, not yet in service and no longer in service are the same. Only the line in Linework distinguishes them.
 */
const accessModeByServiceState: Readonly<Record<ServiceState, AccessMode>> = {
  standby: 'none',
  active: 'cs+ps',
  suspended: 'none',
};

/** A subscriber that is half in service does not have the ordered service. Linework never causes this state. */
const serviceStateByAccessMode: Readonly<Record<AccessMode, ServiceState>> = {
  none: 'suspended',
  cs: 'suspended',
  ps: 'suspended',
  'cs+ps': 'active',
};

/** A subscriber without a number is foreign, because every earlier action of Linework has set a number. */
async function checkOwn(register: Register, { imsi, msisdns }: OwnSubscriber): Promise<void> {
  const found = await register.find(imsi);
  if (!found) throw unknownSubscriber();
  if (found.msisdn === undefined || !isOwnSubscriber(found, { msisdns })) throw foreignSubscriber();
}

/**
 * Classifies an error of a call with several commands for the engine. A `PermanentError` means that nothing was
 * changed: after a change by this call it becomes a `TransientError`, and the next attempt is rejected from the start.
 * A system that became unreachable after a command was sent may have executed it.
 */
function classifyCommandError(error: unknown, { progress }: Pick<Register, 'progress'>): unknown {
  const { isCommandSent, isChanged } = progress();
  if (error instanceof PermanentError && isChanged) return new TransientError(error.code, error.message);
  if (error instanceof SystemUnavailable && isCommandSent)
    return new SystemUnavailable(error.code, error.message, { mayHaveTakenEffect: true });
  return error;
}

/**
 * The IMSI in the form of a command. Raises a `PermanentError` for a text that OsmoHLR would reject or read as further
 * words.
 */
function formatImsi(imsi: string): string {
  return assertMatches(imsi, /^\d{6,15}$/, 'imsi-invalid', 'An IMSI has 6 to 15 digits.');
}

/** The number as OsmoHLR writes it: E.164 without the plus sign. Raises a `PermanentError` for anything else. */
function formatMsisdn(msisdn: string): string {
  return assertMatches(msisdn.replace(/^\+/, ''), /^\d{1,15}$/, 'msisdn-invalid', 'A number has up to 15 digits.');
}

/** The keys in the form of a command. Raises a `PermanentError` that does not repeat them. */
function formatKeys({ k, opc }: SimKeys): SimKeys {
  const formatKey = (key: string) =>
    assertMatches(key, /^[0-9a-f]{32}$/i, 'keys-invalid', 'K and OPc have 32 hexadecimal digits.');
  return { k: formatKey(k), opc: formatKey(opc) };
}

function assertMatches(text: string, pattern: RegExp, code: string, detail: string): string {
  if (!pattern.test(text)) throw new PermanentError(code, detail);
  return text;
}
