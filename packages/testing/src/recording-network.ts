import { NoResponseError, PermanentError, SystemAway, TransientError } from '@linework/engine/model/system-errors';
import type { Network, NetworkCall, NetworkSubscriber } from '@linework/lines/model/systems';

/** A call to the network. `seq` counts the calls, or the effects, from 1. */
interface RecordedCall {
  readonly seq: number;
  readonly key: string;
  readonly undoes?: readonly string[];
  readonly operation: Exclude<keyof Network, 'findSubscriber'>;
  readonly imsi: string;
  /** The other parameters. */
  readonly parameters: readonly unknown[];
}

/**
 * A failure of a call. `away`: the network is not reachable. `away-after`: the network is down after the call took effect. `no-answer`: the
 * call takes effect, but the response is lost. `transient` and `transient-after`: a temporary error before or after the effect. `permanent`,
 * or an object with code and detail: a rejection. `bug`: a programming error.
 */
export type InjectedFailure =
  | 'away'
  | 'away-after'
  | 'no-answer'
  | 'transient'
  | 'transient-after'
  | 'permanent'
  | 'bug'
  | { readonly code: string; readonly detail: string };

export interface HeldCall {
  /** Resolves when the call has arrived and is held. */
  readonly arrived: Promise<void>;
  /** Lets the call continue. */
  release(): void;
}

/**
 * A network inside the test process, for tests of the engine. It records its calls, and tests inject failures by idempotency key. If it
 * supports keys, it also compares a repeated request with the first one.
 */
export interface RecordingNetwork extends Network {
  readonly calls: readonly RecordedCall[];
  /** The calls that took effect. A network with keys executes each key once. */
  readonly effects: readonly RecordedCall[];
  /** The next `times` calls with this key fail. */
  failNext(key: string, failure: InjectedFailure, times?: number): void;
  /** The next call with this key is held until it is released. */
  hold(key: string): HeldCall;
  /** Removes all failures. Held calls remain held. */
  clearFailures(): void;
}

interface PendingHold extends HeldCall {
  readonly released: Promise<void>;
  arrive(): void;
}

export function recordingNetwork({ honoursKeys = true }: { readonly honoursKeys?: boolean } = {}): RecordingNetwork {
  const calls: RecordedCall[] = [];
  const effects: RecordedCall[] = [];
  const undoneKeys = new Set<string>();
  const requests = new Map<string, string>();
  const failures = new Map<string, InjectedFailure[]>();
  const holds = new Map<string, PendingHold>();

  async function handleCall(
    { key, undoes }: NetworkCall,
    operation: RecordedCall['operation'],
    imsi: string,
    ...parameters: readonly unknown[]
  ): Promise<void> {
    const recorded = { seq: calls.length + 1, key, ...(undoes !== undefined && { undoes }), operation, imsi, parameters };
    calls.push(recorded);
    const hold = holds.get(key);
    holds.delete(key);
    hold?.arrive();
    await hold?.released;
    const failure = failures.get(key)?.shift();
    if (failure === 'away') throw new SystemAway('unreachable', 'The network cannot be reached.');
    if (failure !== 'transient') rejectReusedKey(recorded);
    if (failure === 'transient') throw new TransientError('unavailable', 'The network is unavailable.');
    if (failure === 'permanent') throw new PermanentError('unknown-subscriber', 'The network does not know this subscriber.');
    if (failure === 'bug') throw new TypeError('a programming error');
    if (typeof failure === 'object') throw new PermanentError(failure.code, failure.detail);
    applyEffect(recorded);
    if (failure === 'no-answer') throw new NoResponseError('timeout', 'The network did not respond in time.');
    if (failure === 'away-after') throw new SystemAway('timeout', 'The network does not respond.', { mayHaveTakenEffect: true });
    if (failure === 'transient-after') throw new TransientError('timeout', 'The response was lost.');
  }

  function rejectReusedKey({ key, seq: _, ...recorded }: RecordedCall): void {
    if (!honoursKeys) return;
    const request = JSON.stringify(recorded);
    const first = requests.get(key) ?? request;
    requests.set(key, first);
    if (first !== request) throw new PermanentError('key-reused', 'This idempotency key was used for another request.');
  }

  function applyEffect(recorded: RecordedCall): void {
    if (honoursKeys && undoneKeys.has(recorded.key)) throw new PermanentError('undone', 'This call was undone before it arrived.');
    for (const key of recorded.undoes ?? []) undoneKeys.add(key);
    if (!honoursKeys || effects.every(({ key }) => key !== recorded.key)) effects.push({ ...recorded, seq: effects.length + 1 });
  }

  return {
    calls,
    effects,
    failNext: (key, failure, times = 1) => void failures.set(key, [...(failures.get(key) ?? []), ...Array.from({ length: times }, () => failure)]),
    clearFailures: () => failures.clear(),
    hold(key) {
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      holds.set(key, { arrived: arrival.promise, arrive: arrival.resolve, released: release.promise, release: release.resolve });
      return { arrived: arrival.promise, release: release.resolve };
    },
    createSubscriber: (call, { imsi, ...subscriber }: NetworkSubscriber) => handleCall(call, 'createSubscriber', imsi, subscriber),
    setServiceState: (call, { imsi, msisdns }, serviceState) => handleCall(call, 'setServiceState', imsi, serviceState, msisdns),
    changeMsisdn: (call, { imsi, msisdns }, msisdn) => handleCall(call, 'changeMsisdn', imsi, msisdn, msisdns),
    changeImsi: (call, imsi, newImsi, newSim) => handleCall(call, 'changeImsi', imsi, newImsi, newSim),
    deleteSubscriber: (call, { imsi, msisdns }) => handleCall(call, 'deleteSubscriber', imsi, msisdns),
    findSubscriber: async () => undefined,
  };
}
