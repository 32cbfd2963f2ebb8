import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { SealedSecret } from '../secrets/open-sealed.ts';
import type { OwnSubscriber } from '../systems.ts';

/** The line that an order is about, as it stands. */
export interface LineSnapshot {
  readonly id: string;
  readonly status: LineStatus;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

/** A resource that the line has, or that its order has claimed for it. */
export interface ResourceSnapshot {
  readonly id: string;
  /** MSISDN, SIM, ... */
  readonly type: string;
  readonly externalCode: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isClaimed: boolean;
  /** Its secrets, encrypted; null where it has none. */
  readonly sealed?: SealedSecret | null;
}

/** What the network may know of a line that is to be removed from it. */
export interface NetworkPresence {
  /** False where every call to create it was refused: whoever has its IMSI there is somebody else. */
  readonly mayExist: boolean;
  /** The line's own IMSI, and those that its orders claimed and did not take: a change of SIM may have stopped half way. */
  readonly imsis: readonly string[];
  /** The line's own number and those that its orders claimed, likewise. */
  readonly msisdns: readonly string[];
}

/** What a step may know: the order as it was placed, and its line. */
export interface StepContext {
  readonly orderId: string;
  readonly brokerId: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The status its line had when the order was placed. */
  readonly previousStatus: LineStatus | null;
  readonly line: LineSnapshot | null;
  /** Only where the order type claims resources. */
  readonly resources?: readonly ResourceSnapshot[];
  /** Only where the order type removes lines from the network. */
  readonly presence?: NetworkPresence;
}

/** The line, for a step of an order type that is always about one. */
export function requireLine({ line, orderId }: StepContext): LineSnapshot {
  if (line === null) throw new Error(`order ${orderId} has a step about a line, but no line`);
  return line;
}

/** The line's subscriber as the network must have it: with the line's number, or one of `others` that a call may have given it. */
export function ownSubscriber(known: StepContext, ...others: readonly string[]): OwnSubscriber {
  const { imsi, msisdn } = requireLine(known);
  return { imsi, msisdns: [msisdn, ...others] };
}
