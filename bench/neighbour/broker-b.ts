import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@linework/http/client';
import { blockLineRoute, changeLineRoute } from '@linework/schemas/lines/lines.routes';
import { listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { closedLoop } from '../harness/closed-loop.ts';
import { percentile } from '../harness/statistics.ts';
import type { BrokerB } from './world.ts';

export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface BrokerBFigures {
  readonly list: Latency;
  readonly block: Latency;
  /** From the request that changes a line until its event has arrived at the receiver. */
  readonly webhook: Latency;
}

/** The wait between a response and the next request, so that B stays below its rate limit on any machine. */
const thinkMs = 10;

/** The maximum number of lines that can be blocked in this many seconds. */
export const maxBlocks = (seconds: number): number => Math.ceil((seconds * 1_000) / thinkMs);

/**
 * Creates the function that lets broker B list its orders, block lines and get webhooks for some seconds, with one
 * client for each.
 */
export function measureBrokerB({
  url,
  key,
  lineIds,
  changedLineId,
  receiver,
}: BrokerB): (seconds: number) => Promise<BrokerBFigures> {
  const client = createClient(url, { apiKey: key });
  let blocked = 0;
  let changed = 0;

  async function list(): Promise<void> {
    expectOk(await client.call(listOrdersRoute));
  }

  async function block(): Promise<void> {
    const id = lineIds[blocked];
    blocked += 1;
    if (id === undefined) throw new Error('every line is blocked');
    expectOk(await client.call(blockLineRoute, { params: { id } }));
  }

  async function webhook(): Promise<void> {
    const arrived = receiver.nextCall();
    changed += 1;
    expectOk(await client.call(changeLineRoute, { params: { id: changedLineId }, body: { metadata: { changed } } }));
    await arrived;
  }

  return async (seconds) => {
    const [listed, blocks, webhooks] = await Promise.all(
      [list, block, webhook].map((work) => measureLatency(work, seconds)),
    );
    if (!listed || !blocks || !webhooks) throw new Error('nothing was measured');
    return { list: listed, block: blocks, webhook: webhooks };
  };
}

async function measureLatency(work: () => Promise<void>, seconds: number): Promise<Latency> {
  const latencies: number[] = [];
  await closedLoop(
    async () => {
      const start = performance.now();
      await work();
      latencies.push(performance.now() - start);
      await sleep(thinkMs);
    },
    1,
    seconds,
  );
  return { count: latencies.length, p50Ms: percentile(latencies, 50), p99Ms: percentile(latencies, 99) };
}

function expectOk({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status !== 200) throw new Error(`broker B got ${status}: ${JSON.stringify(body)}`);
}
