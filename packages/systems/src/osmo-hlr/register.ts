import { SystemAway, TransientError } from '@linework/domain/system-errors';
import type { SimKeys } from '@linework/domain/systems';
import type { Ctrl } from './ctrl.ts';
import { msisdnTaken } from './permanent-errors.ts';
import { type AccessMode, type RegisteredSubscriber, readSubscriber } from './read-subscriber.ts';
import type { Vty } from './vty.ts';

type FoundSubscriber = RegisteredSubscriber | undefined;

/**
 * What can be done to the register. It is changed over VTY, because only there does OsmoHLR tell the serving VLR and SGSN,
 * and read over CTRL, because only there it tells "no such subscriber" from "cannot say". VTY may fail in silence:
 * each change is read back and is a `TransientError` unless it is there.
 */
export interface Register {
  find(imsi: string): Promise<FoundSubscriber>;
  /** How far the call came: a command was given, and perhaps one was obeyed. From then on nobody can say that it changed nothing. */
  progress(): { readonly isCommandSent: boolean; readonly isChanged: boolean };
  /** Raises a `PermanentError` when somebody else has the number. */
  assertNumberFree(msisdn: string, ...imsis: readonly string[]): Promise<void>;
  /**
   * Makes a subscriber that has neither number nor keys, unless there is one already. OsmoHLR's new subscribers may use everything; this
   * one may not, and is told so in the same request: one in service without number and keys is known as somebody else's.
   */
  createOutOfService(imsi: string): Promise<void>;
  /** Raises a `PermanentError` when somebody else has the number. */
  setMsisdn(imsi: string, msisdn: string): Promise<void>;
  clearMsisdn(imsi: string): Promise<void>;
  setKeys(imsi: string, keys: SimKeys): Promise<void>;
  setAccess(imsi: string, mode: AccessMode): Promise<void>;
  /** Removes the subscriber with its keys, if it is there. The serving VLR and SGSN are not told. */
  remove(imsi: string): Promise<void>;
}

/** The register, for one call: everything is to be done until `signal` is aborted. */
export function createRegister({ vty, ctrl }: { readonly vty: Vty; readonly ctrl: Ctrl }, signal: AbortSignal): Register {
  const find = (imsi: string) => readSubscriber(ctrl, `by-imsi-${imsi}`, signal);

  async function assertNumberFree(msisdn: string, ...imsis: readonly string[]): Promise<void> {
    const owner = await readSubscriber(ctrl, `by-msisdn-${msisdn}`, signal);
    if (owner && !imsis.includes(owner.imsi)) throw msisdnTaken();
  }

  const progress = { isCommandSent: false, isChanged: false };

  async function command(...lines: readonly string[]): Promise<void> {
    try {
      await vty.command(lines, signal);
      progress.isCommandSent = true;
    } catch (error) {
      progress.isCommandSent ||= !(error instanceof SystemAway);
      throw error;
    }
  }

  async function isChanged(imsi: string, commandArguments: string | readonly string[], isDone: (found: FoundSubscriber) => boolean): Promise<boolean> {
    await command(...[commandArguments].flat().map((one) => `subscriber imsi ${imsi} ${one}`));
    const hasTakenEffect = isDone(await find(imsi));
    progress.isChanged ||= hasTakenEffect;
    return hasTakenEffect;
  }

  async function change(imsi: string, commandArguments: string | readonly string[], isDone: (found: FoundSubscriber) => boolean): Promise<void> {
    if (!(await isChanged(imsi, commandArguments, isDone))) throw commandHadNoEffect();
  }

  return {
    find,
    progress: () => progress,
    assertNumberFree,
    createOutOfService: (imsi) => change(imsi, ['create', outOfService], (found) => found?.access === 'none'),
    async setMsisdn(imsi, msisdn) {
      if (await isChanged(imsi, `update msisdn ${msisdn}`, (found) => found?.msisdn === msisdn)) return;
      await assertNumberFree(msisdn, imsi);
      throw commandHadNoEffect();
    },
    clearMsisdn: (imsi) => change(imsi, 'update msisdn none', (found) => found !== undefined && found.msisdn === undefined),
    async setKeys(imsi, { k, opc }) {
      const hasKeys = (found: FoundSubscriber) => found?.k === k.toLowerCase() && found.opc === opc.toLowerCase();
      // Written anew they would start at sequence number 0, and the SIM would have to be brought in step.
      if (hasKeys(await find(imsi))) return;
      await change(imsi, `update aud3g milenage k ${k} opc ${opc}`, hasKeys);
    },
    setAccess: (imsi, mode) => change(imsi, `update network-access-mode ${mode}`, (found) => found?.access === mode),
    remove: (imsi) => change(imsi, 'delete', (found) => found === undefined),
  };
}

const outOfService = 'update network-access-mode none';

function commandHadNoEffect(): TransientError {
  return new TransientError('network-unchanged', 'The network took a command and did not act on it.');
}
