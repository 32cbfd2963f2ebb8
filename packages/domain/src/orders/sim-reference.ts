import type { SealedSecret } from '../secrets/open-sealed.ts';
import { PermanentError } from '../system-errors.ts';
import type { SimKeys, Systems } from '../systems.ts';
import { type ResourceSnapshot, requireLine, type StepContext } from './step-context.ts';

/** A SIM as it is known before its secrets are read. */
export interface SimReference {
  readonly imsi: string;
  /** Where K and OPc are, if the inventory has them: encrypted, or in clear until seal-secrets has come to this SIM. */
  readonly secrets?: SealedSecret | SimKeys;
}

/** The SIM that the order has claimed for its line. */
export function getClaimedSim(context: StepContext): SimReference {
  const sim = context.resources?.find(({ type, isClaimed }) => type === 'SIM' && isClaimed);
  if (typeof sim?.attributes.imsi !== 'string') throw new Error(`order ${context.orderId} has a step about a SIM, but has claimed none with an IMSI`);
  return { imsi: sim.attributes.imsi, ...extractSecrets(sim) };
}

/** The SIM that the line has. It may be older than the inventory: then only its IMSI is known. */
export function getCurrentSim(context: StepContext): SimReference {
  const sim = context.resources?.find(({ type, isClaimed }) => type === 'SIM' && !isClaimed);
  return { imsi: requireLine(context).imsi, ...(sim && extractSecrets(sim)) };
}

/** The number that the order has claimed for its line. */
export function getClaimedMsisdn(context: StepContext): string {
  const number = context.resources?.find(({ type, isClaimed }) => type === 'MSISDN' && isClaimed);
  if (!number) throw new Error(`order ${context.orderId} has a step about a number, but has claimed none`);
  return number.externalCode;
}

function extractSecrets({ sealed, attributes: { ki, opc } }: ResourceSnapshot): Pick<SimReference, 'secrets'> {
  if (sealed) return { secrets: sealed };
  return typeof ki === 'string' && typeof opc === 'string' ? { secrets: { k: ki, opc } } : {};
}

/**
 * K and OPc of a SIM, for one call to a network that wants them; nothing for any other network, or where the SIM has none. Decrypted here, so
 * that they are in no record of the order. Raises a `Refusal` where they do not open.
 */
export async function openSimKeys({ network, openSealed }: Systems, { secrets }: SimReference): Promise<{ readonly keys?: SimKeys }> {
  if (!network.wantsSimKeys || !secrets) return {};
  if (!('ciphertext' in secrets)) return { keys: secrets };
  if (!openSealed)
    throw new PermanentError('secret-key-unknown', 'The secrets of the SIM are encrypted, and this worker has no key: set SECRET_PRIVATE_KEYS_FILE.');
  const { k, ki = k, opc } = await openSealed(secrets);
  return ki !== undefined && opc !== undefined ? { keys: { k: ki, opc } } : {};
}
