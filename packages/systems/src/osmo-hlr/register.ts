import { SystemUnavailable, TransientError } from '@linework/engine/model/system-errors';
import type { SimKeys } from '@linework/lines/model/systems';
import type { Ctrl } from './ctrl.ts';
import { msisdnTaken } from './permanent-errors.ts';
import { type AccessMode, type RegisteredSubscriber, readSubscriber } from './read-subscriber.ts';
import type { Vty } from './vty.ts';

type FoundSubscriber = RegisteredSubscriber | undefined;

/**
 * The operations on the register. It is changed over VTY, because only there OsmoHLR informs the serving VLR and SGSN,
 * and read over CTRL, because only there it distinguishes "no such subscriber" from "cannot say". VTY may fail
 * silently: each change is read back, and raises a `TransientError` if it is missing.
 */
export interface Register {
  find(imsi: string): Promise<FoundSubscriber>;
  /** The subscriber that has a number. */
  findOwner(msisdn: string): Promise<FoundSubscriber>;
  /**
   * How far the call came: whether a command was sent, and whether one was executed. A sent command may have changed
   * something.
   */
  progress(): { readonly isCommandSent: boolean; readonly isChanged: boolean };
  /** Raises a `PermanentError` when another subscriber has the number. */
  assertNumberFree(msisdn: string, ...imsis: readonly string[]): Promise<void>;
  /**
   * Creates a subscriber with neither number nor keys, unless it exists. OsmoHLR lets new subscribers use all services;
   * the same request takes this one out of service, so that a subscriber in service without number and keys is
   * recognised as foreign.
   */
  createOutOfService(imsi: string): Promise<void>;
  /** Raises a `PermanentError` when another subscriber has the number. */
  setMsisdn(imsi: string, msisdn: string): Promise<void>;
  clearMsisdn(imsi: string): Promise<void>;
  setKeys(imsi: string, keys: SimKeys): Promise<void>;
  clearKeys(imsi: string): Promise<void>;
  setAccess(imsi: string, mode: AccessMode): Promise<void>;
  /** Deletes the subscriber with its keys, if it exists. The serving VLR and SGSN are not informed. */
  remove(imsi: string): Promise<void>;
}

/** The register, for one call: everything must be done before `signal` is aborted. */
export function createRegister(
  { vty, ctrl }: { readonly vty: Vty; readonly ctrl: Ctrl },
  signal: AbortSignal,
): Register {
  const find = (imsi: string) => readSubscriber(ctrl, `by-imsi-${imsi}`, signal);
  const findOwner = (msisdn: string) => readSubscriber(ctrl, `by-msisdn-${msisdn}`, signal);

  async function assertNumberFree(msisdn: string, ...imsis: readonly string[]): Promise<void> {
    const owner = await findOwner(msisdn);
    if (owner && !imsis.includes(owner.imsi)) throw msisdnTaken();
  }

  const progress = { isCommandSent: false, isChanged: false };

  async function command(...lines: readonly string[]): Promise<void> {
    try {
      await vty.command(lines, signal);
      progress.isCommandSent = true;
    } catch (error) {
      progress.isCommandSent ||= !(error instanceof SystemUnavailable);
      throw error;
    }
  }

  async function isChanged(
    imsi: string,
    commandArguments: string | readonly string[],
    isDone: (found: FoundSubscriber) => boolean,
  ): Promise<boolean> {
    await command(...[commandArguments].flat().map((one) => `subscriber imsi ${imsi} ${one}`));
    const hasTakenEffect = isDone(await find(imsi));
    progress.isChanged ||= hasTakenEffect;
    return hasTakenEffect;
  }

  async function change(
    imsi: string,
    commandArguments: string | readonly string[],
    isDone: (found: FoundSubscriber) => boolean,
  ): Promise<void> {
    if (!(await isChanged(imsi, commandArguments, isDone))) throw commandHadNoEffect();
  }

  return {
    find,
    findOwner,
    progress: () => progress,
    assertNumberFree,
    createOutOfService: (imsi) => change(imsi, ['create', outOfService], (found) => found?.access === 'none'),
    async setMsisdn(imsi, msisdn) {
      if (await isChanged(imsi, `update msisdn ${msisdn}`, (found) => found?.msisdn === msisdn)) return;
      await assertNumberFree(msisdn, imsi);
      throw commandHadNoEffect();
    },
    clearMsisdn: (imsi) =>
      change(imsi, 'update msisdn none', (found) => found !== undefined && found.msisdn === undefined),
    async setKeys(imsi, { k, opc }) {
      const hasKeys = (found: FoundSubscriber) => found?.k === k.toLowerCase() && found.opc === opc.toLowerCase();
      // Keys that are written again would start at sequence number 0, and the SIM would have to be resynchronised.
      if (hasKeys(await find(imsi))) return;
      await change(imsi, `update aud3g milenage k ${k} opc ${opc}`, hasKeys);
    },
    clearKeys: (imsi) => change(imsi, 'update aud3g none', (found) => found !== undefined && found.k === undefined),
    setAccess: (imsi, mode) => change(imsi, `update network-access-mode ${mode}`, (found) => found?.access === mode),
    remove: (imsi) => change(imsi, 'delete', (found) => found === undefined),
  };
}

const outOfService = 'update network-access-mode none';

function commandHadNoEffect(): TransientError {
  return new TransientError('network-unchanged', 'The network accepted a command but did not execute it.');
}
