import type { Answer, CallLease } from '@linework/engine/model/step';
import type { OpenSecrets } from '@linework/secrets/open-sealed';

/**
 * The ports to systems of other companies. The adapters are in `packages/systems`.
 *
 * Every call may arrive twice or late. The `key` of a call is its idempotency key: `<step id>:execute`, or
 * `<step id>:<revision>:execute` after the input of the order was corrected, or `<step id>:undo`. A system that supports keys acts once
 * for each key. For a system that does not, the adapter reads before it writes.
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

/** The secrets of a SIM (Milenage), 32 hexadecimal digits each. Only a network that authenticates SIMs itself needs them. */
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
   * The number of the line. The call has to carry it, because between its removal from the old SIM and its assignment to the new SIM no
   * subscriber has it. A subscriber with another number belongs to someone else and is not changed.
   */
  readonly msisdn?: string;
  readonly keys?: SimKeys;
  /** The keys of the old SIM. While neither SIM has the number, they identify our subscriber. */
  readonly oldKeys?: SimKeys;
}

/** Identifies our own subscriber by its IMSI and one of these numbers. A subscriber with the IMSI and another number belongs to someone else. */
export interface OwnSubscriber {
  readonly imsi: string;
  readonly msisdns: readonly string[];
}

/**
 * The subscriber register of the mobile network: an HLR or a system in front of it. It may accept a change and make it later; then `look`
 * asks how the change stands.
 */
export interface Network {
  /** True if the network authenticates SIMs itself. Only then are their secrets decrypted. */
  readonly wantsSimKeys?: boolean;
  /**
   * Creates the subscriber. An existing one with the same IMSI and number is ours and gets this service state. Raises a
   * `PermanentError` if the IMSI exists with another number.
   */
  createSubscriber(call: NetworkCall, subscriber: NetworkSubscriber): Answer;
  /** Sets the service state. Raises a `PermanentError` and changes nothing if the subscriber is not ours. */
  setServiceState(call: NetworkCall, own: OwnSubscriber, serviceState: ServiceState): Answer;
  /** Changes the number, likewise. `own` also names the new number, because a subscriber that already has it is ours. */
  changeMsisdn(call: NetworkCall, own: OwnSubscriber, msisdn: string): Answer;
  changeImsi(call: NetworkCall, imsi: string, newImsi: string, newSim?: NewSim): Answer;
  /**
   * Deletes the subscriber if it is ours, or if it has no number yet because our own create did not finish. Otherwise it changes nothing
   * and succeeds, because our subscriber does not exist.
   */
  deleteSubscriber(call: NetworkCall, own: OwnSubscriber): Answer;
  /** How a change stands that was accepted under this reference. A network that makes every change at once does not have it. */
  look?(reference: string, signal?: AbortSignal): Answer;
  findSubscriber(imsi: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined>;
}

export interface Systems {
  readonly network: Network;
  /** Decrypts the secrets of SIMs; undefined if the program has no key for them. */
  readonly openSealed?: OpenSecrets | undefined;
  /** True while no calls are made, because the last ones found the network away, and every other system that steps call. */
  readonly isAway?: () => boolean;
}
