import type { Answer, CallLease } from '@linework/engine/model/step';
import type { OpenSecrets } from '@linework/secrets/open-sealed';

/**
 * The ports to systems of other companies. The adapters are in `packages/systems`.
 *
 * Every call may arrive twice or late. The `key` of a call is its idempotency key: `<step id>:execute`, or `<step
 * id>:<revision>:execute` after the input of the order was corrected, or `<step id>:undo`. A system that supports keys
 * acts once for each key. For a system that does not, the adapter reads before it writes.
 */
export interface NetworkCall {
  /** The idempotency key of this call. */
  readonly key: string;
  /** On an undo: the keys of the calls that it undoes, so that the system refuses any of them that arrives later. */
  readonly undoes?: readonly string[];
  /** True if an earlier call with this key may have taken effect: then a half-finished change is our own. */
  readonly isRepeat?: boolean;
  /** The lease under which the worker makes this call. */
  readonly lease?: CallLease;
  /** Aborted when the time-out of the step is reached; then the call raises a `TransientError`. */
  readonly signal?: AbortSignal;
}

export type ServiceState = 'standby' | 'active' | 'suspended';

/**
 * The secrets of a SIM (Milenage), 32 hexadecimal digits each. Only a network that authenticates SIMs itself needs
 * them.
 */
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

/** The values that a network needs for a SIM swap if it cannot change the IMSI of a subscriber. */
interface NewSim {
  /**
   * The number of the line. The call has to carry it, because between its removal from the old SIM and its assignment
   * to the new SIM no subscriber has it. A subscriber with another number belongs to someone else and is not changed.
   */
  readonly msisdn?: string;
  readonly keys?: SimKeys;
  /** The keys of the old SIM. While neither SIM has the number, they identify our subscriber. */
  readonly oldKeys?: SimKeys;
}

/** The number is empty if the subscriber has none. */
export type ListedSubscriber = Pick<NetworkSubscriber, 'imsi' | 'msisdn'>;

/**
 * Identifies our own subscriber by its IMSI and one of these numbers. A subscriber with the IMSI and another number
 * belongs to someone else.
 */
export interface OwnSubscriber {
  readonly imsi: string;
  readonly msisdns: readonly string[];
}

/**
 * What the register has for a subscriber before a call changes it: as much as an undo needs to bring it back. It has
 * neither numbers nor keys.
 */
export interface FoundSubscriber {
  /** Whether a phone with this SIM may use any service now. */
  readonly isInService: boolean;
  /** The service states that the register may mean; none of them if the subscriber has some services only. */
  readonly serviceStates: readonly ServiceState[];
  /** More that the register needs. */
  readonly [detail: string]: unknown;
}

/**
 * The subscriber register of the mobile network: an HLR or a system in front of it. It may accept a change and make it
 * later; then `poll` asks how the change stands.
 */
export interface Network {
  /** True if the network authenticates SIMs itself. Only then are their secrets decrypted. */
  readonly wantsSimKeys?: boolean;
  /**
   * Reads our own subscriber before a call changes it; undefined if the register has none. A foreign one counts as
   * none.
   */
  inspectSubscriber(own: OwnSubscriber, signal?: AbortSignal): Promise<FoundSubscriber | undefined>;
  /**
   * Creates the subscriber, or takes over the one that `inspectSubscriber` has found before the first call. If it found
   * none, a subscriber with the IMSI and the number is ours only on a repeat. Raises a `PermanentError` and changes
   * nothing if the IMSI belongs to any other subscriber.
   */
  createSubscriber(call: NetworkCall, subscriber: NetworkSubscriber, found?: FoundSubscriber): Answer;
  /**
   * Brings our subscriber back to the state in which it was found. Changes nothing and succeeds if the register no
   * longer has it.
   */
  restoreSubscriber(call: NetworkCall, own: OwnSubscriber, found: FoundSubscriber): Answer;
  /** Sets the service state. Raises a `PermanentError` and changes nothing if the subscriber is not ours. */
  setServiceState(call: NetworkCall, own: OwnSubscriber, serviceState: ServiceState): Answer;
  /**
   * Changes the number, likewise. `own` also names the new number, because a subscriber that already has it is ours.
   */
  changeMsisdn(call: NetworkCall, own: OwnSubscriber, msisdn: string): Answer;
  changeImsi(call: NetworkCall, imsi: string, newImsi: string, newSim?: NewSim): Answer;
  /**
   * Deletes the subscriber if it is ours, or if it has no number yet because our own create did not finish. Otherwise
   * it changes nothing and succeeds, because our subscriber does not exist.
   */
  deleteSubscriber(call: NetworkCall, own: OwnSubscriber): Answer;
  /**
   * How a change stands that was accepted under this reference. A network that makes every change at once does not have
   * it.
   */
  poll?(reference: string, signal?: AbortSignal): Answer;
  findSubscriber(imsi: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined>;
  /** Reads the subscriber that has a number. A network that is read by IMSI only does not have it. */
  findSubscriberOfNumber?(msisdn: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined>;
  /**
   * All subscribers, in pages of some thousands at most. What changes while they are read may be missing. A network
   * that cannot list them does not have it.
   */
  listSubscribers?(signal?: AbortSignal): AsyncIterable<readonly ListedSubscriber[]>;
}

export interface Systems {
  readonly network: Network;
  /** Decrypts the secrets of SIMs; undefined if the program has no key for them. */
  readonly openSealed?: OpenSecrets | undefined;
  /**
   * True while no calls are made, because the last ones found the network unavailable, and every other system that
   * steps call.
   */
  readonly isUnavailable?: () => boolean;
}
