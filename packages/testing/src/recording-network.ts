import { NoAnswer, PassingFault, Refusal, SystemAway } from '@linework/domain/faults';
import type { Network, NetworkCall, NetworkSubscriber } from '@linework/domain/systems';

/** A call that the network was asked for; `seq` counts them, or what took effect, from 1. */
export interface NetworkAsked {
  readonly seq: number;
  readonly key: string;
  readonly undoes?: readonly string[];
  readonly operation: Exclude<keyof Network, 'findSubscriber'>;
  readonly imsi: string;
  /** What else it was told. */
  readonly told: readonly unknown[];
}

/** What goes wrong: it is not reached, gives no answer after it took effect, or falls silent after it took effect; for a while (before or after it took effect), for good, for good in these words, or in our own program. */
export type Trouble =
  | 'away'
  | 'away-after'
  | 'no-answer'
  | 'passing'
  | 'passing-after'
  | 'refusal'
  | 'bug'
  | { readonly code: string; readonly detail: string };

export interface Held {
  /** Resolves when the call has come, and stands still. */
  readonly arrived: Promise<void>;
  /** Lets the call go on. */
  release(): void;
}

/**
 * A network inside the test's own process, for tests of the engine: it keeps a ledger, and is told by key what to do wrong. One that
 * knows keys also compares what comes under a key with what came first.
 */
export interface RecordingNetwork extends Network {
  readonly calls: readonly NetworkAsked[];
  /** What took effect: each key once, in a network that knows keys. */
  readonly effects: readonly NetworkAsked[];
  /** The next `times` calls under this key come to grief. */
  trouble(key: string, trouble: Trouble, times?: number): void;
  /** The next call under this key stands still until it is released. */
  hold(key: string): Held;
  /** From now on nothing goes wrong. Held calls stay held. */
  endTrouble(): void;
}

interface Hold extends Held {
  readonly released: Promise<void>;
  arrive(): void;
}

export function recordingNetwork({ knowsKeys = true }: { readonly knowsKeys?: boolean } = {}): RecordingNetwork {
  const calls: NetworkAsked[] = [];
  const effects: NetworkAsked[] = [];
  const shutOut = new Set<string>();
  const requests = new Map<string, string>();
  const troubles = new Map<string, Trouble[]>();
  const holds = new Map<string, Hold>();

  async function meet({ key, undoes }: NetworkCall, operation: NetworkAsked['operation'], imsi: string, ...told: readonly unknown[]): Promise<void> {
    const asked = { seq: calls.length + 1, key, ...(undoes !== undefined && { undoes }), operation, imsi, told };
    calls.push(asked);
    const hold = holds.get(key);
    holds.delete(key);
    hold?.arrive();
    await hold?.released;
    const trouble = troubles.get(key)?.shift();
    if (trouble === 'away') throw new SystemAway('unreachable', 'The network cannot be reached.');
    if (trouble !== 'passing') compare(asked);
    if (trouble === 'passing') throw new PassingFault('unavailable', 'The network is away.');
    if (trouble === 'refusal') throw new Refusal('unknown-subscriber', 'The network does not know this subscriber.');
    if (trouble === 'bug') throw new TypeError('a programming error');
    if (typeof trouble === 'object') throw new Refusal(trouble.code, trouble.detail);
    takeEffect(asked);
    if (trouble === 'no-answer') throw new NoAnswer('timeout', 'The network did not answer in time.');
    if (trouble === 'away-after') throw new SystemAway('timeout', 'The network answers nobody.', { mayHaveTakenEffect: true });
    if (trouble === 'passing-after') throw new PassingFault('timeout', 'The answer was lost.');
  }

  function compare({ key, seq: _, ...asked }: NetworkAsked): void {
    if (!knowsKeys) return;
    const request = JSON.stringify(asked);
    const first = requests.get(key) ?? request;
    requests.set(key, first);
    if (first !== request) throw new Refusal('key-reused', 'This idempotency key was used for another request.');
  }

  function takeEffect(asked: NetworkAsked): void {
    if (knowsKeys && shutOut.has(asked.key)) throw new Refusal('undone', 'This call was undone before it arrived.');
    for (const key of asked.undoes ?? []) shutOut.add(key);
    if (!knowsKeys || effects.every(({ key }) => key !== asked.key)) effects.push({ ...asked, seq: effects.length + 1 });
  }

  return {
    calls,
    effects,
    trouble: (key, trouble, times = 1) => void troubles.set(key, [...(troubles.get(key) ?? []), ...Array.from({ length: times }, () => trouble)]),
    endTrouble: () => troubles.clear(),
    hold(key) {
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      holds.set(key, { arrived: arrival.promise, arrive: arrival.resolve, released: release.promise, release: release.resolve });
      return { arrived: arrival.promise, release: release.resolve };
    },
    createSubscriber: (call, { imsi, ...subscriber }: NetworkSubscriber) => meet(call, 'createSubscriber', imsi, subscriber),
    setServiceState: (call, { imsi, msisdns }, serviceState) => meet(call, 'setServiceState', imsi, serviceState, msisdns),
    changeMsisdn: (call, { imsi, msisdns }, msisdn) => meet(call, 'changeMsisdn', imsi, msisdn, msisdns),
    changeImsi: (call, imsi, newImsi, newSim) => meet(call, 'changeImsi', imsi, newImsi, newSim),
    deleteSubscriber: (call, { imsi, msisdns }) => meet(call, 'deleteSubscriber', imsi, msisdns),
    findSubscriber: async () => undefined,
  };
}
