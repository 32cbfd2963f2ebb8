import { setTimeout as sleep } from 'node:timers/promises';

const waitLimitMs = 120_000;
const pollMs = 10;

/** A fault as a simulator tells of it. */
interface InjectedFault {
  readonly id: string;
  readonly fault: string;
  readonly struck: number;
  /** Calls that stand still because of it. */
  readonly holding: number;
}

/** What every simulator understands: questions, and faults of the kinds of `Fault`. What it looks at, no fault strikes. */
export function simulatorClient<Fault>(url: string) {
  const send = (method: string, path: string, body?: unknown) => request(new URL(path, url), method, body);
  const json = async <Answer>(method: string, path: string, body?: unknown) => JSON.parse(await send(method, path, body)) as Answer;
  const fault = (id: string) => json<Fault & InjectedFault>('GET', `/faults/${id}`);
  return {
    send,
    json,
    /** Every entry of a list that comes in pages. */
    readAllPages: <Entry>(path: string, query: Readonly<Record<string, string>>) =>
      readAllPages((after) => json<Page<Entry>>('GET', `${path}?${new URLSearchParams({ ...query, after: String(after), limit: '1000' })}`)),
    faults: {
      injectFault: async (order: Fault) => (await json<InjectedFault>('POST', '/faults', order)).id,
      fault,
      /** Comes back when the fault has struck at least `times` times; for `hold`, when it holds as many calls. */
      waitForFault: (id: string, times = 1) => waitUntilReached(async () => isReached(await fault(id), times)),
      /** Lets the calls go that a `hold` holds; answers how many. */
      releaseFault: async (id: string) => (await json<{ readonly released: number }>('POST', `/faults/${id}/release`)).released,
      removeFault: (id: string) => send('DELETE', `/faults/${id}`),
      clearFaults: () => send('DELETE', '/faults'),
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

async function readAllPages<Entry>(page: (after: number) => Promise<Page<Entry>>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { items, next }: Page<Entry> = await page(after);
    all.push(...items);
    after = next;
  }
  return all;
}

function isReached({ fault, struck, holding }: InjectedFault, times: number): boolean {
  return (fault === 'hold' ? holding : struck) >= times;
}

async function waitUntilReached(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + waitLimitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The fault did not strike in time.');
    await sleep(pollMs);
  }
}
