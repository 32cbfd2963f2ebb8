import type { OpenSecrets } from './secrets/open-sealed.ts';

/**
 * The ports: what the domain asks of systems that belong to somebody else. Adapters live in `packages/systems`.
 *
 * Every call may come twice, and may come late. A call's `key` names what it is for (`<step id>:execute`, with the revision of the
 * order's input before the last word once that was corrected, or `<step id>:undo`); a system that knows keys acts once for each, one that does not reads before it writes.
 */
export interface CallLease {
  /** Goes up with each worker that takes the order: a call with a lower one comes from a worker that has lost it. */
  readonly epoch: number;
  /** How much is left of it when the call begins, by the clock of the caller. */
  readonly leftMs: number;
}

export interface NetworkCall {
  /** Idempotency key of this call. */
  readonly key: string;
  /** On an undo: the keys of the calls it takes back, so that the system refuses each of them should it arrive later. */
  readonly undoes?: readonly string[];
  /** True where an earlier call under this key may have taken effect: what it left half done is ours. */
  readonly isRepeat?: boolean;
  /** Under which lease the order is held that this call is for. */
  readonly lease?: CallLease;
  /** Aborted when the step's time is over; the call then ends with a `PassingFault`. */
  readonly signal?: AbortSignal;
}

export type ServiceState = 'standby' | 'active' | 'suspended';

/** A SIM's secrets (Milenage), 32 hexadecimal digits each. Only a network that authenticates by itself wants them. */
export interface SimKeys {
  readonly k: string;
  readonly opc: string;
}

export interface NetworkSubscriber {
  readonly imsi: string;
  readonly msisdn: string;
  readonly serviceState: ServiceState;
  readonly keys?: SimKeys;
}

/** What a network that cannot rename a subscriber has to know for a change of SIM. */
interface NewSim {
  /**
   * The number that goes along: for an instant, when it has left the old SIM, it may stand nowhere else. A subscriber with another
   * number is somebody else's, and is not changed.
   */
  readonly msisdn?: string;
  readonly keys?: SimKeys;
  /** Of the SIM that it had until now: they tell our subscriber from somebody else's while neither SIM has the number. */
  readonly oldKeys?: SimKeys;
}

/** A subscriber of ours: one with this IMSI and one of these numbers. The same IMSI with another number is somebody else's. */
export interface OwnSubscriber {
  readonly imsi: string;
  readonly msisdns: readonly string[];
}

/** The mobile network's subscriber register (an HLR or what stands in front of it). */
export interface Network {
  /** True where it authenticates SIMs by itself: only then are their secrets read. */
  readonly wantsSimKeys?: boolean;
  /** Creates the subscriber. One with the same IMSI and number is ours, and gets this service state; the same IMSI with another number is refused. */
  createSubscriber(call: NetworkCall, subscriber: NetworkSubscriber): Promise<void>;
  /** Raises a `Refusal` where the subscriber is not ours, and changes nothing. */
  setServiceState(call: NetworkCall, own: OwnSubscriber, serviceState: ServiceState): Promise<void>;
  /** The same. A subscriber that has the new number already is ours: `own` names it too. */
  changeMsisdn(call: NetworkCall, own: OwnSubscriber, msisdn: string): Promise<void>;
  changeImsi(call: NetworkCall, imsi: string, newImsi: string, newSim?: NewSim): Promise<void>;
  /**
   * Deletes the subscriber if it is ours, or has no number yet because our own create was cut short. A subscriber that is not there
   * or is somebody else's is left as it is. That is a success: ours is not there.
   */
  deleteSubscriber(call: NetworkCall, own: OwnSubscriber): Promise<void>;
  findSubscriber(imsi: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined>;
}

export interface Systems {
  readonly network: Network;
  /** Opens the secrets of SIMs; absent where the program has no key for them. */
  readonly openSealed?: OpenSecrets | undefined;
  /** True while a call to the network would not be made, because the last ones found it away. */
  readonly isAway?: () => boolean;
}
