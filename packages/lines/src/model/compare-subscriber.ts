import { PermanentError } from '@linework/engine/model/system-errors';
import type { SubscriberState } from '@linework/schemas/drifts/drift';
import type { LineStatus } from '@linework/schemas/lifecycles/line.lifecycle';
import type { DriftKind } from '@linework/schemas/values/drift-kinds';
import type { OpenSecrets, SealedSecret } from '@linework/secrets/open-sealed';
import type { Network, ServiceState, SimKeys } from './systems.ts';

/** What a comparison may call: it reads, and changes nothing. */
export type ReadableNetwork = Pick<
  Network,
  'findSubscriber' | 'findSubscriberOfNumber' | 'inspectSubscriber' | 'listSubscribers' | 'wantsSimKeys'
>;

/** The service state of a settled line. A line in another status is being changed, and says nothing. */
export const serviceStates = {
  ACTIVE: 'active',
  BLOCKED: 'suspended',
  STAND_BY: 'standby',
} as const satisfies Partial<Record<LineStatus, ServiceState>>;

/** The statuses of the lines that should be in the register. */
export type ComparedStatus = keyof typeof serviceStates;
export const comparedStatuses = Object.keys(serviceStates) as readonly ComparedStatus[];

/** What a line says. */
export interface ExpectedSubscriber {
  readonly imsi: string;
  readonly msisdn: string;
  /** Undefined if the service state is not known. */
  readonly serviceState: ServiceState | undefined;
  /** Null for a SIM without keys. */
  readonly sealed: SealedSecret | null;
}

/** A difference between a line and the register. */
export interface SubscriberDifference {
  readonly kind: DriftKind;
  readonly expected: SubscriberState;
  readonly found: SubscriberState;
}

export interface ComparisonDeps {
  readonly network: ReadableNetwork;
  /** Opens the keys of SIMs; without it keys are not compared. */
  readonly openSealed?: OpenSecrets | undefined;
}

/**
 * Reads the register for a line, once if it is equal. A subscriber with another number has nothing else that could be
 * compared.
 */
export async function compareSubscriber(
  { network, openSealed }: ComparisonDeps,
  { imsi, msisdn, serviceState, sealed }: ExpectedSubscriber,
): Promise<readonly SubscriberDifference[]> {
  const subscriber = await network.findSubscriber(imsi);
  if (!subscriber) {
    const owner = await network.findSubscriberOfNumber?.(msisdn);
    return [
      owner
        ? { kind: 'wrong-sim', expected: { imsi }, found: { imsi: owner.imsi } }
        : { kind: 'missing', expected: { imsi, msisdn, ...(serviceState && { serviceState }) }, found: {} },
    ];
  }
  if (subscriber.msisdn !== msisdn)
    return [
      {
        kind: 'wrong-number',
        expected: { msisdn },
        found: subscriber.msisdn === '' ? {} : { msisdn: subscriber.msisdn },
      },
    ];
  const differences: SubscriberDifference[] = [];
  if (serviceState !== undefined && subscriber.serviceState !== serviceState) {
    // A register may be unable to tell states apart.
    const found = await network.inspectSubscriber({ imsi, msisdns: [msisdn] });
    if (!found?.serviceStates.includes(serviceState))
      differences.push({
        kind: 'wrong-service-state',
        expected: { serviceState },
        found: { serviceState: subscriber.serviceState },
      });
  }
  if (network.wantsSimKeys && openSealed && sealed && (await hasOtherKeys(openSealed, sealed, subscriber.keys)))
    differences.push({
      kind: 'wrong-sim',
      expected: { keys: 'ours' },
      found: { keys: subscriber.keys ? 'other' : 'none' },
    });
  return differences;
}

async function hasOtherKeys(
  openSealed: OpenSecrets,
  sealed: SealedSecret,
  found: SimKeys | undefined,
): Promise<boolean> {
  const ours = await openSealed(sealed).catch((error: unknown) => {
    // Another worker may have the key.
    if (error instanceof PermanentError) return undefined;
    throw error;
  });
  if (!ours) return false;
  return !hasKeys(found, { k: ours['ki'] ?? ours['k'], opc: ours['opc'] });
}

/** Whether the register has those of our keys that we know. */
export function hasKeys(
  found: SimKeys | undefined,
  { k, opc }: { readonly k: string | undefined; readonly opc: string | undefined },
): boolean {
  const isEqual = (one: string | undefined, other: string | undefined) =>
    one === undefined || one.toLowerCase() === other?.toLowerCase();
  return isEqual(k, found?.k) && isEqual(opc, found?.opc);
}
