import { PassingFault, SystemAway } from '@linework/domain/faults';
import type { SimKeys } from '@linework/domain/systems';
import type { Ctrl } from './ctrl.ts';
import { msisdnTaken } from './refusals.ts';
import { type AccessMode, type RegisteredSubscriber, readSubscriber } from './registered-subscriber.ts';
import type { Vty } from './vty.ts';

type Reading = RegisteredSubscriber | undefined;

/**
 * What can be done to the register. It is changed over VTY, because only there does OsmoHLR tell the serving VLR and SGSN,
 * and read over CTRL, because only there it tells "no such subscriber" from "cannot say". VTY may fail in silence:
 * each change is read back and is a `PassingFault` unless it is there.
 */
export interface Register {
  find(imsi: string): Promise<Reading>;
  /** How far the call came: a command was given, and perhaps one was obeyed. From then on nobody can say that it changed nothing. */
  progress(): { readonly isCommanded: boolean; readonly isChanged: boolean };
  /** Raises a `Refusal` when somebody else has the number. */
  checkFree(msisdn: string, ...imsis: readonly string[]): Promise<void>;
  /**
   * Makes a subscriber that has neither number nor keys, unless there is one already. OsmoHLR's new subscribers may use everything; this
   * one may not, and is told so in the same request: one in service without number and keys is known as somebody else's.
   */
  createOutOfService(imsi: string): Promise<void>;
  /** Raises a `Refusal` when somebody else has the number. */
  setMsisdn(imsi: string, msisdn: string): Promise<void>;
  clearMsisdn(imsi: string): Promise<void>;
  setKeys(imsi: string, keys: SimKeys): Promise<void>;
  setAccess(imsi: string, mode: AccessMode): Promise<void>;
  /** Removes the subscriber with its keys, if it is there. The serving VLR and SGSN are not told. */
  remove(imsi: string): Promise<void>;
}

/** The register, for one call: everything is to be done until `signal` is aborted. */
export function registerFor({ vty, ctrl }: { readonly vty: Vty; readonly ctrl: Ctrl }, signal: AbortSignal): Register {
  const find = (imsi: string) => readSubscriber(ctrl, `by-imsi-${imsi}`, signal);

  async function checkFree(msisdn: string, ...imsis: readonly string[]): Promise<void> {
    const owner = await readSubscriber(ctrl, `by-msisdn-${msisdn}`, signal);
    if (owner && !imsis.includes(owner.imsi)) throw msisdnTaken();
  }

  const progress = { isCommanded: false, isChanged: false };

  async function command(...lines: readonly string[]): Promise<void> {
    try {
      await vty.command(lines, signal);
      progress.isCommanded = true;
    } catch (error) {
      progress.isCommanded ||= !(error instanceof SystemAway);
      throw error;
    }
  }

  async function isChanged(imsi: string, how: string | readonly string[], isDone: (found: Reading) => boolean): Promise<boolean> {
    await command(...[how].flat().map((one) => `subscriber imsi ${imsi} ${one}`));
    const isNowDone = isDone(await find(imsi));
    progress.isChanged ||= isNowDone;
    return isNowDone;
  }

  async function change(imsi: string, how: string | readonly string[], isDone: (found: Reading) => boolean): Promise<void> {
    if (!(await isChanged(imsi, how, isDone))) throw unchanged();
  }

  return {
    find,
    progress: () => progress,
    checkFree,
    createOutOfService: (imsi) => change(imsi, ['create', outOfService], (found) => found?.access === 'none'),
    async setMsisdn(imsi, msisdn) {
      if (await isChanged(imsi, `update msisdn ${msisdn}`, (found) => found?.msisdn === msisdn)) return;
      await checkFree(msisdn, imsi);
      throw unchanged();
    },
    clearMsisdn: (imsi) => change(imsi, 'update msisdn none', (found) => found !== undefined && found.msisdn === undefined),
    async setKeys(imsi, { k, opc }) {
      const has = (found: Reading) => found?.k === k.toLowerCase() && found.opc === opc.toLowerCase();
      // Written anew they would start at sequence number 0, and the SIM would have to be brought in step.
      if (has(await find(imsi))) return;
      await change(imsi, `update aud3g milenage k ${k} opc ${opc}`, has);
    },
    setAccess: (imsi, mode) => change(imsi, `update network-access-mode ${mode}`, (found) => found?.access === mode),
    remove: (imsi) => change(imsi, 'delete', (found) => found === undefined),
  };
}

const outOfService = 'update network-access-mode none';

function unchanged(): PassingFault {
  return new PassingFault('network-unchanged', 'The network took a command and did not act on it.');
}
