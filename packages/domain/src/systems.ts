/**
 * The ports: what the domain asks of systems that belong to somebody else. Adapters live in `packages/systems`.
 *
 * Every call may come twice, and may come late. A call's `key` names what it is for (`<step id>:execute` or
 * `<step id>:undo`); a system that knows keys acts once for each, one that does not reads before it writes.
 */
export interface NetworkCall {
  /** Idempotency key of this call. */
  readonly key: string;
  /** On an undo: the key of the call it takes back, so that the system refuses that call should it arrive later. */
  readonly undoes?: string;
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
export interface NewSim {
  /** The number that goes along: for an instant, when it has left the old SIM, it may stand nowhere else. */
  readonly msisdn?: string;
  readonly keys?: SimKeys;
}

/** The mobile network's subscriber register (an HLR or what stands in front of it). */
export interface Network {
  createSubscriber(call: NetworkCall, subscriber: NetworkSubscriber): Promise<void>;
  setServiceState(call: NetworkCall, imsi: string, serviceState: ServiceState): Promise<void>;
  changeMsisdn(call: NetworkCall, imsi: string, msisdn: string): Promise<void>;
  changeImsi(call: NetworkCall, imsi: string, newImsi: string, newSim?: NewSim): Promise<void>;
  /** Deleting a subscriber that is not there is a success: it is gone. */
  deleteSubscriber(call: NetworkCall, imsi: string): Promise<void>;
  findSubscriber(imsi: string, signal?: AbortSignal): Promise<NetworkSubscriber | undefined>;
}

export interface Systems {
  readonly network: Network;
  /** True while a call to the network would not be made, because the last ones found it away. */
  readonly isAway?: () => boolean;
}
