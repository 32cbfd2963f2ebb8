import type { StepContext } from '@linework/engine/model/step-context';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { SealedSecret } from '@linework/secrets/open-sealed';
import { getLineResources, type LineResource, requireLine } from './line-step.ts';
import type { SimKeys, Systems } from './systems.ts';

/** A SIM before its secrets are decrypted. */
export interface SimReference {
  readonly imsi: string;
  /** K and OPc if the inventory has them: encrypted, or in clear until the job seal-secrets has encrypted them. */
  readonly secrets?: SealedSecret | SimKeys;
}

/** The SIM that the order has claimed for its line. */
export function getClaimedSim(context: StepContext): SimReference {
  const sim = getLineResources(context).find(({ type, isClaimed }) => type === 'SIM' && isClaimed);
  if (typeof sim?.attributes.imsi !== 'string')
    throw new Error(`order ${context.orderId} has a step about a SIM, but has claimed none with an IMSI`);
  return { imsi: sim.attributes.imsi, ...extractSecrets(sim) };
}

/** The current SIM of the line. If the inventory does not have it, only its IMSI is known. */
export function getCurrentSim(context: StepContext): SimReference {
  const sim = getLineResources(context).find(({ type, isClaimed }) => type === 'SIM' && !isClaimed);
  return { imsi: requireLine(context).imsi, ...(sim && extractSecrets(sim)) };
}

/** The number that the order has claimed for its line. */
export function getClaimedMsisdn(context: StepContext): string {
  const number = getLineResources(context).find(({ type, isClaimed }) => type === 'MSISDN' && isClaimed);
  if (!number) throw new Error(`order ${context.orderId} has a step about a number, but has claimed none`);
  return number.externalCode;
}

function extractSecrets({ sealed, attributes: { ki, opc } }: LineResource): Pick<SimReference, 'secrets'> {
  if (sealed) return { secrets: sealed };
  return typeof ki === 'string' && typeof opc === 'string' ? { secrets: { k: ki, opc } } : {};
}

/**
 * Decrypts K and OPc of a SIM for one call to a network that needs them. Returns nothing for any other network or for a
 * SIM without keys. The keys are decrypted only here, so that no record of the order contains them. Raises
 * `PermanentError` if they cannot be decrypted.
 */
export async function openSimKeys(
  { network, openSealed }: Systems,
  { secrets }: SimReference,
): Promise<{ readonly keys?: SimKeys }> {
  if (!network.wantsSimKeys || !secrets) return {};
  if (!('ciphertext' in secrets)) return { keys: secrets };
  if (!openSealed)
    throw new PermanentError(
      'secret-key-unknown',
      'The secrets of the SIM are encrypted, and this worker has no key: set SECRET_PRIVATE_KEYS_FILE.',
    );
  const { k, ki = k, opc } = await openSealed(secrets);
  return ki !== undefined && opc !== undefined ? { keys: { k: ki, opc } } : {};
}
