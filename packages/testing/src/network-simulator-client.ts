import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkSubscriber } from '@linework/domain/systems';

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

export interface OrderedNetworkFault extends NetworkFault {
  readonly id: string;
  readonly struck: number;
  /** Calls that stand still because of it. */
  readonly holding: number;
}

export interface NetworkEffect {
  readonly seq: number;
  readonly at: string;
  readonly key: string;
  readonly undoes?: string;
  readonly operation: Exclude<Operation, 'find'>;
  readonly imsi: string;
  readonly before: NetworkSubscriber | null;
  readonly after: NetworkSubscriber | null;
}

interface LedgerPage {
  readonly items: readonly NetworkEffect[];
  readonly next?: number;
}

const longestWaitMs = 10_000;
const lookEveryMs = 10;

/** Everything that a test asks of the network simulator beside the network itself. What it looks at, no fault strikes. */
export function networkSimulatorClient(url: string) {
  const ask = (method: string, path: string, body?: unknown) => request(new URL(path, url), method, body);
  const json = async <Answer>(method: string, path: string, body?: unknown) => JSON.parse(await ask(method, path, body)) as Answer;
  const fault = (id: string) => json<OrderedNetworkFault>('GET', `/faults/${id}`);
  const subscribers = async (filter: { readonly imsi?: string; readonly msisdn?: string } = {}) =>
    linesOf(await ask('GET', `/subscribers?${new URLSearchParams(filter)}`));

  return {
    /** Puts subscribers into the register, over what it knows of them. */
    load: (many: readonly NetworkSubscriber[]) => json<{ readonly loaded: number }>('PUT', '/subscribers', many),
    /** Everybody, or those whose IMSI or number ends so. */
    subscribers,
    subscriber: async (imsi: string) => (await subscribers({ imsi })).find((one) => one.imsi === imsi),
    /** Every effect, or those of one IMSI or key, in their order. */
    ledger: (filter: { readonly imsi?: string; readonly key?: string } = {}) =>
      everyPage((after) => json<LedgerPage>('GET', `/ledger?${new URLSearchParams({ ...filter, after: String(after), limit: '1000' })}`)),
    /** How often calls with this key arrived, whatever became of them. */
    calls: async (key: string) => (await json<{ readonly calls: number }>('GET', `/calls?key=${encodeURIComponent(key)}`)).calls,
    orderFault: async (order: NetworkFault) => (await json<OrderedNetworkFault>('POST', '/faults', order)).id,
    fault,
    /** Comes back when the fault has struck at least `times` times; for `hold`, when it holds as many calls. */
    faultHasStruck: (id: string, times = 1) => until(async () => reached(await fault(id), times)),
    /** Lets the calls go that a `hold` holds; answers how many. */
    releaseFault: async (id: string) => (await json<{ readonly released: number }>('POST', `/faults/${id}/release`)).released,
    removeFault: (id: string) => ask('DELETE', `/faults/${id}`),
    clearFaults: () => ask('DELETE', '/faults'),
  };
}

async function request(address: URL, method: string, body: unknown): Promise<string> {
  const sent = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { method, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`The network simulator answered ${response.status} to ${method} ${address.pathname}: ${text}`);
  return text;
}

function linesOf(text: string): NetworkSubscriber[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NetworkSubscriber);
}

async function everyPage(page: (after: number) => Promise<LedgerPage>): Promise<readonly NetworkEffect[]> {
  const all: NetworkEffect[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { items, next }: LedgerPage = await page(after);
    all.push(...items);
    after = next;
  }
  return all;
}

function reached({ fault, struck, holding }: OrderedNetworkFault, times: number): boolean {
  return (fault === 'hold' ? holding : struck) >= times;
}

async function until(reachedState: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  while (!(await reachedState())) {
    if (Date.now() > deadline) throw new Error('The fault did not strike in time.');
    await sleep(lookEveryMs);
  }
}
