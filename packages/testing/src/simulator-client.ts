import { setTimeout as sleep } from 'node:timers/promises';

const longestWaitMs = 120_000;
const lookEveryMs = 10;

/** A fault as a simulator tells of it. */
interface OrderedFault {
  readonly id: string;
  readonly fault: string;
  readonly struck: number;
  /** Calls that stand still because of it. */
  readonly holding: number;
}

/** What every simulator understands: questions, and faults of the kinds of `Fault`. What it looks at, no fault strikes. */
export function simulatorClient<Fault>(url: string) {
  const ask = (method: string, path: string, body?: unknown) => request(new URL(path, url), method, body);
  const json = async <Answer>(method: string, path: string, body?: unknown) => JSON.parse(await ask(method, path, body)) as Answer;
  const fault = (id: string) => json<Fault & OrderedFault>('GET', `/faults/${id}`);
  return {
    ask,
    json,
    /** Every entry of a list that comes in pages. */
    everyPage: <Entry>(path: string, query: Readonly<Record<string, string>>) =>
      everyPage((after) => json<Page<Entry>>('GET', `${path}?${new URLSearchParams({ ...query, after: String(after), limit: '1000' })}`)),
    faults: {
      orderFault: async (order: Fault) => (await json<OrderedFault>('POST', '/faults', order)).id,
      fault,
      /** Comes back when the fault has struck at least `times` times; for `hold`, when it holds as many calls. */
      faultHasStruck: (id: string, times = 1) => until(async () => reached(await fault(id), times)),
      /** Lets the calls go that a `hold` holds; answers how many. */
      releaseFault: async (id: string) => (await json<{ readonly released: number }>('POST', `/faults/${id}/release`)).released,
      removeFault: (id: string) => ask('DELETE', `/faults/${id}`),
      clearFaults: () => ask('DELETE', '/faults'),
    },
  };
}

async function request(address: URL, method: string, body: unknown): Promise<string> {
  const sent = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { method, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`The simulator answered ${response.status} to ${method} ${address.pathname}: ${text}`);
  return text;
}

interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly next?: number;
}

async function everyPage<Entry>(page: (after: number) => Promise<Page<Entry>>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { items, next }: Page<Entry> = await page(after);
    all.push(...items);
    after = next;
  }
  return all;
}

function reached({ fault, struck, holding }: OrderedFault, times: number): boolean {
  return (fault === 'hold' ? holding : struck) >= times;
}

async function until(reachedState: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  while (!(await reachedState())) {
    if (Date.now() > deadline) throw new Error('The fault did not strike in time.');
    await sleep(lookEveryMs);
  }
}
