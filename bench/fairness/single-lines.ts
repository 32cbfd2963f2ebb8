import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerWithLines } from './start-fleet.ts';

/** How long each single line took from the request to its end, in ms, by the way in which it was asked for. */
export interface Times {
  readonly bulk: readonly number[];
  readonly request: readonly number[];
}

const pollMs = 5;
const ends = ['COMPLETED', 'CANCELLED', 'FAILED'];

/** Blocks and unblocks one line at a time for so long: in turn by a bulk operation of one line and by a single request. */
export async function singleLines({ client, lineIds }: BrokerWithLines, seconds: number): Promise<Times> {
  const times = { bulk: [] as number[], request: [] as number[] };
  const endsAt = performance.now() + seconds * 1_000;

  async function ask(method: string, path: string, body?: object): Promise<Record<string, string>> {
    const answer = await client.send(method, path, body ? { body } : {});
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  }

  async function completed(path: string): Promise<void> {
    for (;;) {
      const { status = '' } = await ask('GET', path);
      if (ends.includes(status) && status !== 'COMPLETED') throw new Error(`${path} is ${status}`);
      if (status === 'COMPLETED') return;
      await sleep(pollMs);
    }
  }

  async function inBulk(operation: string, lineId: string): Promise<void> {
    const { id } = await ask('POST', '/bulk-operations', { operation, lineIds: [lineId] });
    await completed(`/bulk-operations/${id}`);
  }

  for (let at = 0; performance.now() < endsAt; at += 1) {
    const lineId = lineIds[at % lineIds.length] as string;
    times.bulk.push(await timed(() => inBulk('block', lineId)));
    times.request.push(await timed(async () => completed(`/orders/${await client.placeOrder('unblock', lineId)}`)));
  }
  return times;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
