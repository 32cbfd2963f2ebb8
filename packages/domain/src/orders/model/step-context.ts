import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { SealedSecret } from '@linework/secrets/open-sealed';
import type { OwnSubscriber } from '../../systems.ts';

/** The line of an order, as it was read. */
export interface LineSnapshot {
  readonly id: string;
  readonly status: LineStatus;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

/** A resource of the line, or one that the order has claimed for it. */
export interface ResourceSnapshot {
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
  /** The IMSI of the line, and those that its orders claimed but did not consume: a SIM swap may have stopped half way. */
  readonly imsis: readonly string[];
  /** The number of the line, and those that its orders claimed but did not consume. */
  readonly msisdns: readonly string[];
}

/** The facts that a step can use: the input of the order and its line. */
export interface StepContext {
  readonly orderId: string;
  readonly brokerId: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The status of the line before the order was placed. */
  readonly previousStatus: LineStatus | null;
  readonly line: LineSnapshot | null;
  /** Only for an order type that claims resources. */
  readonly resources?: readonly ResourceSnapshot[];
  /** Only for an order type that removes lines from the network. */
  readonly presence?: NetworkPresence;
}

/** Returns the line of the order. Raises if there is none, which is a bug in the order type. */
export function requireLine({ line, orderId }: StepContext): LineSnapshot {
  if (line === null) throw new Error(`order ${orderId} has a step about a line, but no line`);
  return line;
}

/** The subscriber of the line on the network. It has the line's number, or one of `others` if an earlier call has already changed the number. */
export function ownSubscriber(context: StepContext, ...others: readonly string[]): OwnSubscriber {
  const { imsi, msisdn } = requireLine(context);
  return { imsi, msisdns: [msisdn, ...others] };
}
