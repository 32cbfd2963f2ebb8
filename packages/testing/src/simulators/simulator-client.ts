import { setTimeout as sleep } from 'node:timers/promises';

const waitLimitMs = 300_000;
/** The pauses grow, because each question costs a request. */
const pauses = { firstMs: 10, growth: 1.25, longestMs: 100 };

/** A fault as a simulator shows it. */
interface InjectedFault {
  readonly id: string;
  readonly fault: string;
  readonly struck: number;
  /** The number of calls that it holds. */
  readonly holding: number;
}

/** The client for the test routes of every simulator. These routes trigger no fault. */
export function simulatorClient<Fault>(url: string) {
  const send = (method: string, path: string, body?: unknown) => request(new URL(path, url), method, body);
  const json = async <Answer>(method: string, path: string, body?: unknown) =>
    JSON.parse(await send(method, path, body)) as Answer;
  const fault = (id: string) => json<Fault & InjectedFault>('GET', `/faults/${id}`);
  return {
    send,
    json,
    /** Returns all entries of a paged list. */
    readAllPages: <Entry>(path: string, query: Readonly<Record<string, string>>) =>
      readAllPages((after) =>
        json<Page<Entry>>('GET', `${path}?${new URLSearchParams({ ...query, after: String(after), limit: '1000' })}`),
      ),
    faults: {
      injectFault: async (rule: Fault) => (await json<InjectedFault>('POST', '/faults', rule)).id,
      fault,
      /** Waits until the fault was triggered at least `times` times; for `hold`, until it holds as many calls. */
      waitForFault: (id: string, times = 1) => waitUntilReached(async () => isReached(await fault(id), times)),
      /** Releases the calls that a `hold` holds, and returns their number. */
      releaseFault: async (id: string) =>
        (await json<{ readonly released: number }>('POST', `/faults/${id}/release`)).released,
      removeFault: (id: string) => send('DELETE', `/faults/${id}`),
      clearFaults: () => send('DELETE', '/faults'),
    },
  };
}

async function request(address: URL, method: string, body: unknown): Promise<string> {
  const sent =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { method, ...sent });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`The simulator returned ${response.status} to ${method} ${address.pathname}: ${text}`);
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
  for (
    let pauseMs = pauses.firstMs;
    !(await condition());
    pauseMs = Math.min(pauseMs * pauses.growth, pauses.longestMs)
  ) {
    if (Date.now() > deadline) throw new Error(`The fault was not triggered within ${waitLimitMs} ms.`);
    await sleep(pauseMs);
  }
}
