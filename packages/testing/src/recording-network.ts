import type { Accepted, Answer } from '@linework/engine/model/step';
import {
  NoResponseError,
  PermanentError,
  SystemUnavailable,
  TransientError,
} from '@linework/engine/model/system-errors';
import type { FoundSubscriber, Network, NetworkCall, NetworkSubscriber } from '@linework/lines/model/systems';

/** A call to the network. `seq` counts the calls, or the effects, from 1. */
interface RecordedCall {
  readonly seq: number;
  readonly key: string;
  readonly undoes?: readonly string[];
  readonly operation: Exclude<keyof Network, 'findSubscriber' | 'inspectSubscriber' | 'poll'>;
  readonly imsi: string;
  /** The other parameters. */
  readonly parameters: readonly unknown[];
}

/**
 * A failure of a call. `unavailable`: the network is not reachable. `unavailable-after`: the network is down after the
 * call took effect. `no-answer`: the call takes effect, but the response is lost. `later`: the call is accepted and
 * takes effect at the second poll. `never`: it is accepted and takes effect only when it is called again.
 * `refused-later`: it is accepted and refused at the second poll. `transient` and `transient-after`: a temporary error
 * before or after the effect. `permanent`, or an object with code and detail: a rejection. `bug`: a programming error.
 */
export type InjectedFailure =
  | 'unavailable'
  | 'unavailable-after'
  | 'no-answer'
  | 'later'
  | 'never'
  | 'refused-later'
  | 'transient'
  | 'transient-after'
  | 'permanent'
  | 'bug'
  | { readonly code: string; readonly detail: string; readonly systemText?: string };

export interface HeldCall {
  /** Resolves when the call has arrived and is held. */
  readonly arrived: Promise<void>;
  /** Lets the call continue. */
  release(): void;
}

/**
 * A network inside the test process, for tests of the engine. It records its calls, and tests inject failures by
 * idempotency key. If it supports keys, it also compares a repeated request with the first one.
 */
export interface RecordingNetwork extends Network {
  readonly calls: readonly RecordedCall[];
  /** The calls that took effect. A network with keys executes each key once. */
  readonly effects: readonly RecordedCall[];
  /** The keys of the accepted calls, once for each poll. */
  readonly polls: readonly string[];
  /** The next `times` calls with this key fail. */
  failNext(key: string, failure: InjectedFailure, times?: number): void;
  /** The next polls at the call with this key fail. */
  failPoll(key: string, failure: 'unavailable' | 'transient' | 'bug', times?: number): void;
  /** The next call with this key is held until it is released. */
  hold(key: string): HeldCall;
  /** The subscriber that the network has before the first call; by default it has none. */
  setFound(imsi: string, state: FoundSubscriber): void;
  /** Removes all failures. Held calls remain held. */
  clearFailures(): void;
}

interface PendingHold extends HeldCall {
  readonly released: Promise<void>;
  arrive(): void;
}

interface AcceptedCall {
  readonly call: RecordedCall;
  readonly end: 'later' | 'never' | 'refused-later';
  polls: number;
}

interface AcceptedCallsDeps {
  readonly takeFailure: (key: string) => InjectedFailure | undefined;
  readonly applyEffect: (call: RecordedCall) => void;
}

/** The calls that the network has accepted. They end at the second poll. */
function acceptedCalls({ takeFailure, applyEffect }: AcceptedCallsDeps) {
  const accepted = new Map<string, AcceptedCall>();
  const polls: string[] = [];
  const stillAccepted = (reference: string): Accepted => ({ accepted: reference, pollInMs: 1_000, deadlineMs: 60_000 });
  return {
    polls,
    accept(call: RecordedCall, end: AcceptedCall['end']): Accepted {
      const reference = `accepted-${accepted.size + 1}`;
      accepted.set(reference, { call, end, polls: 0 });
      return stillAccepted(reference);
    },
    async poll(reference: string): Answer {
      const found = accepted.get(reference);
      if (!found) throw new PermanentError('unknown-operation', 'The network does not know this call.');
      polls.push(found.call.key);
      const failure = takeFailure(`poll ${found.call.key}`);
      if (failure === 'unavailable') throw new SystemUnavailable('unreachable', 'The network cannot be reached.');
      if (failure === 'transient') throw new TransientError('unavailable', 'The network is unavailable.');
      if (failure === 'bug') throw new TypeError('a programming error');
      found.polls += 1;
      if (found.polls < 2 || found.end === 'never') return stillAccepted(reference);
      if (found.end === 'refused-later')
        throw new PermanentError('refused', 'The network refuses the call that it accepted.');
      if (found.polls === 2) applyEffect(found.call);
      return undefined;
    },
  };
}

function loseAnswer(failure: InjectedFailure | undefined): undefined {
  if (failure === 'no-answer') throw new NoResponseError('timeout', 'The network did not respond in time.');
  if (failure === 'unavailable-after')
    throw new SystemUnavailable('timeout', 'The network does not respond.', { mayHaveTakenEffect: true });
  if (failure === 'transient-after') throw new TransientError('timeout', 'The response was lost.');
  return undefined;
}

function createHold(): PendingHold {
  const arrival = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  return { arrived: arrival.promise, arrive: arrival.resolve, released: release.promise, release: release.resolve };
}

/** What took effect. A network that honours keys applies a key once, and rejects it for another request. */
function keyedEffects(honoursKeys: boolean) {
  const effects: RecordedCall[] = [];
  const undoneKeys = new Set<string>();
  const requests = new Map<string, string>();

  function rejectReusedKey({ key, seq: _, ...recorded }: RecordedCall): void {
    if (!honoursKeys) return;
    const request = JSON.stringify(recorded);
    const first = requests.get(key) ?? request;
    requests.set(key, first);
    if (first !== request) throw new PermanentError('key-reused', 'This idempotency key was used for another request.');
  }

  function applyEffect(recorded: RecordedCall): void {
    if (honoursKeys && undoneKeys.has(recorded.key))
      throw new PermanentError('undone', 'This call was undone before it arrived.');
    for (const key of recorded.undoes ?? []) undoneKeys.add(key);
    if (!honoursKeys || effects.every(({ key }) => key !== recorded.key))
      effects.push({ ...recorded, seq: effects.length + 1 });
  }

  return { effects, rejectReusedKey, applyEffect };
}

/** The failures that are ordered for a key, in their order. */
function plannedFailures() {
  const failures = new Map<string, InjectedFailure[]>();
  const repeat = (failure: InjectedFailure, times: number) => Array.from({ length: times }, () => failure);
  return {
    take: (key: string) => failures.get(key)?.shift(),
    clear: () => failures.clear(),
    add: (key: string, failure: InjectedFailure, times = 1) =>
      void failures.set(key, [...(failures.get(key) ?? []), ...repeat(failure, times)]),
    replace: (key: string, failure: InjectedFailure, times = 1) => void failures.set(key, repeat(failure, times)),
  };
}

export function recordingNetwork({ honoursKeys = true }: { readonly honoursKeys?: boolean } = {}): RecordingNetwork {
  const calls: RecordedCall[] = [];
  const { effects, rejectReusedKey, applyEffect } = keyedEffects(honoursKeys);
  const failures = plannedFailures();
  const holds = new Map<string, PendingHold>();
  const found = new Map<string, FoundSubscriber>();
  const accepted = acceptedCalls({ takeFailure: failures.take, applyEffect });

  async function handleCall(
    { key, undoes }: NetworkCall,
    operation: RecordedCall['operation'],
    imsi: string,
    ...parameters: readonly unknown[]
  ): Answer {
    const undo = undoes === undefined ? {} : { undoes };
    const recorded = { seq: calls.length + 1, key, ...undo, operation, imsi, parameters };
    calls.push(recorded);
    const hold = holds.get(key);
    holds.delete(key);
    hold?.arrive();
    await hold?.released;
    const failure = failures.take(key);
    if (failure === 'unavailable') throw new SystemUnavailable('unreachable', 'The network cannot be reached.');
    if (failure !== 'transient') rejectReusedKey(recorded);
    if (failure === 'transient') throw new TransientError('unavailable', 'The network is unavailable.');
    if (failure === 'permanent')
      throw new PermanentError('unknown-subscriber', 'The network does not know this subscriber.');
    if (failure === 'bug') throw new TypeError('a programming error');
    if (typeof failure === 'object') throw new PermanentError(failure.code, failure.detail, failure);
    if (failure === 'later' || failure === 'never' || failure === 'refused-later')
      return accepted.accept(recorded, failure);
    applyEffect(recorded);
    return loseAnswer(failure);
  }

  return {
    calls,
    effects,
    polls: accepted.polls,
    failPoll: (key, failure, times) => failures.replace(`poll ${key}`, failure, times),
    failNext: failures.add,
    setFound: (imsi, state) => void found.set(imsi, state),
    clearFailures: failures.clear,
    hold(key) {
      const hold = createHold();
      holds.set(key, hold);
      return hold;
    },
    inspectSubscriber: async ({ imsi }) => found.get(imsi),
    createSubscriber: (call, { imsi, ...subscriber }: NetworkSubscriber) =>
      handleCall(call, 'createSubscriber', imsi, subscriber),
    restoreSubscriber: (call, { imsi, msisdns }, state) => handleCall(call, 'restoreSubscriber', imsi, state, msisdns),
    setServiceState: (call, { imsi, msisdns }, serviceState) =>
      handleCall(call, 'setServiceState', imsi, serviceState, msisdns),
    changeMsisdn: (call, { imsi, msisdns }, msisdn) => handleCall(call, 'changeMsisdn', imsi, msisdn, msisdns),
    changeImsi: (call, imsi, newImsi, newSim) => handleCall(call, 'changeImsi', imsi, newImsi, newSim),
    deleteSubscriber: (call, { imsi, msisdns }) => handleCall(call, 'deleteSubscriber', imsi, msisdns),
    poll: accepted.poll,
    findSubscriber: async () => undefined,
  };
}
