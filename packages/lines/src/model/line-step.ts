import { type Answer, type Call, defineExternalStep, type ExternalStep, type Poll } from '@linework/engine/model/step';
import type { StepContext } from '@linework/engine/model/step-context';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { LineStatus } from '@linework/schemas/lifecycles/line.lifecycle';
import type { SealedSecret } from '@linework/secrets/open-sealed';
import type { FoundSubscriber, OwnSubscriber, Systems } from './systems.ts';

/** The line of an order, as it was read. */
export interface LineSnapshot {
  readonly id: string;
  readonly status: LineStatus;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

/** An inventory resource of the line, or one that the order has claimed for it. */
export interface LineResource {
  readonly id: string;
  /** MSISDN, SIM, ... */
  readonly type: string;
  readonly externalCode: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isClaimed: boolean;
  /** The encrypted secrets; null if the resource has none. */
  readonly sealed?: SealedSecret | null;
}

/** The subscribers that the network may have for a line that is being removed. */
export interface NetworkPresence {
  /** False if every call to create the line was refused: then a subscriber with its IMSI belongs to someone else. */
  readonly mayExist: boolean;
  /**
   * The IMSI of the line, and those that its orders claimed but did not consume: a SIM swap may have stopped half way.
   * The claims of an order that an operator closed count while nobody has given them back.
   */
  readonly imsis: readonly string[];
  /**
   * The state of a subscriber that was there before the order that was to create the line, and that this order did not
   * take over to its end.
   */
  readonly found: FoundSubscriber | null;
  /** The number of the line, and those that its orders claimed but did not consume, likewise. */
  readonly msisdns: readonly string[];
}

/** What the register had for a line in its drifts: numbers and SIMs of ours that are not those of the line. */
export interface SubscriberInDrift {
  readonly msisdns: readonly string[];
  readonly imsis: readonly string[];
}

/** Returns the line of the order. Raises if the order is on another resource, which is a bug in the order type. */
export function requireLine({ resource, orderId }: StepContext): LineSnapshot {
  if (resource.type !== 'line')
    throw new Error(`order ${orderId} has a step about a line, but is on a ${resource.type}`);
  const { id, status, facts } = resource;
  return { id, status, ...facts } as LineSnapshot;
}

/** Returns the inventory resources of the line and of the order's claims. An order type that claims none has none. */
export function getLineResources({ facts }: StepContext): readonly LineResource[] {
  return (facts['lineResources'] ?? []) as readonly LineResource[];
}

/** Returns the network presence of the line. Raises if it was not read, which is a bug in the order type. */
export function requireNetworkPresence({ facts, orderId }: StepContext): NetworkPresence {
  const presence = facts['networkPresence'] as NetworkPresence | undefined;
  if (!presence) throw new Error(`order ${orderId} removes a line, but its network presence was not loaded`);
  return presence;
}

/** What the register had in the drifts of the line. A line without drifts has nothing. */
export function getSubscriberInDrift({ facts }: StepContext): SubscriberInDrift {
  return (facts['subscriberInDrift'] ?? { msisdns: [], imsis: [] }) as SubscriberInDrift;
}

/**
 * The subscriber of the line on the network. It has the line's number, or one of `others` if an earlier call has
 * already changed the number.
 */
export function ownSubscriber(context: StepContext, ...others: readonly string[]): OwnSubscriber {
  const { imsi, msisdn } = requireLine(context);
  return { imsi, msisdns: [msisdn, ...others] };
}

/** One call of a step that calls the network. */
export type LineCall = Call<Systems>;

/** A poll of a call that the network has accepted. */
export type LinePoll = Poll<Systems>;

/** A step of an order on a line that calls the network. */
export type LineCallStep = ExternalStep<Systems>;

/** A step that calls the network. It polls accepted calls by `pollNetwork`, unless it declares another poll. */
export const defineLineCallStep = (step: Omit<LineCallStep, 'kind'>): LineCallStep =>
  defineExternalStep<Systems>({
    poll: (poll) => pollNetwork(poll, poll.undoes === undefined ? step.execute : step.undo),
    ...step,
  });

/**
 * Asks the network how an accepted call stands. When the network has refused it, or no longer knows it, the call is
 * repeated under its key: an earlier call of the same step may have made the change, and only the call itself can tell.
 */
export async function pollNetwork({ reference, ...call }: LinePoll, repeat: LineCallStep['undo']): Answer {
  try {
    return await call.systems.network.poll?.(reference, call.signal);
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return repeat?.(call);
  }
}
