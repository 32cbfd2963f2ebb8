import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { simulatorClient } from './simulator-client.ts';

type Operation = 'create' | 'set-service-state' | 'change-msisdn' | 'change-imsi' | 'delete' | 'find';

/** A fault, the calls that it matches, and how often it is triggered. `GET /` of the simulator explains each. */
export interface NetworkFault {
  readonly fault: 'slow' | 'error-before' | 'error-after' | 'drop-after' | 'refuse' | 'unavailable' | 'hold' | 'later';
  readonly match?: {
    readonly operation?: Operation;
    /** The IMSI, or its last digits. */
    readonly imsi?: string;
    /** The number, or its last digits. */
    readonly msisdn?: string;
    readonly keySuffix?: 'execute' | 'undo';
  };
  /** The default is 1. `unavailable` needs `always`. */
  readonly times?: number | 'always';
  /** For `slow`, `unavailable` and `later`. */
  readonly ms?: number;
  /** For `later`. */
  readonly deadlineMs?: number;
  /** For `refuse`. */
  readonly code?: string;
  /** For `hold`. The default is `before` the call takes effect. */
  readonly when?: 'before' | 'after';
}

export interface NetworkEffect {
  readonly seq: number;
  readonly at: string;
  readonly key: string;
  readonly undoes?: readonly string[];
  readonly operation: Exclude<Operation, 'find'>;
  readonly imsi: string;
  readonly before: NetworkSubscriber | null;
  readonly after: NetworkSubscriber | null;
}

/**
 * A call of a worker that had lost its lease. `leftMs` is the remaining time of the lease by the worker's own system
 * clock.
 */
export interface LateCall {
  readonly key: string;
  readonly epoch: number;
  readonly after: number;
  readonly leftMs: number;
}

/** The client for the test routes of the network simulator. These routes trigger no fault. */
export function networkSimulatorClient(url: string) {
  const { send, json, readAllPages, faults } = simulatorClient<NetworkFault>(url);
  const subscribers = async (filter: { readonly imsi?: string; readonly msisdn?: string } = {}) =>
    parseSubscribers(await send('GET', `/subscribers?${new URLSearchParams(filter)}`));

  return {
    /** Sets whether it honours idempotency keys or executes every call. */
    setKeys: (keys: 'known' | 'ignored') => json<unknown>('PUT', '/keys', { keys }),
    /** Creates or replaces subscribers. */
    load: (many: readonly NetworkSubscriber[]) => json<{ readonly loaded: number }>('PUT', '/subscribers', many),
    /** Removes the subscribers with these IMSIs, and returns how many there were. */
    remove: async (imsis: readonly string[]) =>
      (await json<{ readonly removed: number }>('DELETE', '/subscribers', imsis)).removed,
    /** Returns all subscribers, or those whose IMSI or number ends with these digits. */
    subscribers,
    subscriber: async (imsi: string) => (await subscribers({ imsi })).find((subscriber) => subscriber.imsi === imsi),
    /** Returns all effects, or those of one IMSI or key, in their order. */
    requestLog: (filter: { readonly imsi?: string; readonly key?: string } = {}) =>
      readAllPages<NetworkEffect>('/ledger', filter),
    /** Counts the calls with this key, whatever their result. */
    calls: async (key: string) =>
      (await json<{ readonly calls: number }>('GET', `/calls?key=${encodeURIComponent(key)}`)).calls,
    /** Returns the calls of workers that had lost their lease. */
    lateCalls: async () => (await json<{ readonly items: readonly LateCall[] }>('GET', '/late-calls')).items,
    ...faults,
  };
}

function parseSubscribers(text: string): NetworkSubscriber[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NetworkSubscriber);
}
