import type { NetworkSubscriber } from '@linework/domain/systems';
import { simulatorClient } from './simulator-client.ts';

type Operation = 'create' | 'set-service-state' | 'change-msisdn' | 'change-imsi' | 'delete' | 'find';

/** What is to go wrong, where and how often; `GET /` of the simulator explains each. */
export interface NetworkFault {
  readonly fault: 'slow' | 'error-before' | 'error-after' | 'drop-after' | 'refuse' | 'away' | 'hold';
  readonly match?: {
    readonly operation?: Operation;
    /** The IMSI, or its last digits. */
    readonly imsi?: string;
    /** The number, or its last digits. */
    readonly msisdn?: string;
    readonly keySuffix?: 'execute' | 'undo';
  };
  /** 1 unless told otherwise; `always` for a network that is away. */
  readonly times?: number | 'always';
  /** Of `slow` and `away`. */
  readonly ms?: number;
  /** Of `refuse`. */
  readonly code?: string;
  /** Of `hold`: `before` it acts unless told otherwise. */
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

/** `leftMs`: how much was left of the caller's lease when it called, by its own clock. */
export interface LateCall {
  readonly key: string;
  readonly epoch: number;
  readonly after: number;
  readonly leftMs: number;
}

/** Everything that a test asks of the network simulator beside the network itself. What it looks at, no fault strikes. */
export function networkSimulatorClient(url: string) {
  const { send, json, readAllPages, faults } = simulatorClient<NetworkFault>(url);
  const subscribers = async (filter: { readonly imsi?: string; readonly msisdn?: string } = {}) =>
    parseSubscribers(await send('GET', `/subscribers?${new URLSearchParams(filter)}`));

  return {
    /** From now on it knows keys, or acts on every call whatever its key. */
    setKeys: (keys: 'known' | 'ignored') => json<unknown>('PUT', '/keys', { keys }),
    /** Puts subscribers into the register, over what it knows of them. */
    load: (many: readonly NetworkSubscriber[]) => json<{ readonly loaded: number }>('PUT', '/subscribers', many),
    /** Everybody, or those whose IMSI or number ends so. */
    subscribers,
    subscriber: async (imsi: string) => (await subscribers({ imsi })).find((one) => one.imsi === imsi),
    /** Every effect, or those of one IMSI or key, in their order. */
    requestLog: (filter: { readonly imsi?: string; readonly key?: string } = {}) => readAllPages<NetworkEffect>('/ledger', filter),
    /** How often calls with this key arrived, whatever became of them. */
    calls: async (key: string) => (await json<{ readonly calls: number }>('GET', `/calls?key=${encodeURIComponent(key)}`)).calls,
    /** The calls that came from a worker which had lost its order. */
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
