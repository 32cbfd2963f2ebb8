import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '@linework/db/statement';
import { createChance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import { type Client, openClient } from './actions/client.ts';
import { createLine } from './actions/lines.ts';

/** A broker that asks for little, beside brokers that ask for all that they may. */
export interface Neighbour {
  /** Lets it finish its request, and judges what it has waited for. */
  stop(): Promise<void>;
}

const lineCount = 4;
const pauseMs = 150;
const fewest = 20;
/** On an idle machine. Half of the requests are faster, whatever the faults do to the other half. */
const medianLimitMs = { read: 1_000, change: 1_500, webhook: 6_000 };

const webhookDelayStatement = statement(
  'campaign-webhook-delay-of-neighbour',
  { brokerId: 'uuid' },
  `SELECT count(*)::int AS count,
     coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.ended_at - e.at) * 1000),
       0)::float8 AS median
   FROM webhook_delivery d
   JOIN event e ON e.seq = d.event_seq
   CROSS JOIN LATERAL (SELECT max(ended_at) AS ended_at FROM webhook_attempt WHERE delivery_id = d.id) AS t
   WHERE d.broker_id = :brokerId AND d.status = 'delivered'`,
).returns<{ readonly count: number; readonly median: number }>();

/**
 * Starts the neighbour: it reads and changes its few lines, one request after the other, and gets its events at a
 * receiver that is well.
 */
export async function startNeighbour(world: World, report: CampaignReport, seed: number): Promise<Neighbour> {
  const broker = world.neighbour;
  const state = {
    broker,
    lineIds: [],
    subscribed: [],
    overdueSubscriptions: [],
    reported: [],
    foreign: { lineIds: [], broker },
  };
  const client = openClient({ world, state, report, chance: createChance(seed * 1_000 + 998) });
  for (let count = 0; count < lineCount; count += 1) await createLine(client);
  const waits = { read: [] as number[], change: [] as number[] };
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await visit(client, waits).catch((error: unknown) => report.addViolation(`the neighbour gave up: ${error}`));
      await sleep(pauseMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await working;
      const [webhooks] = await world.db.query(webhookDelayStatement, { brokerId: broker.id });
      judge('read', waits.read.length, medianOf(waits.read));
      judge('change', waits.change.length, medianOf(waits.change));
      judge('webhook', webhooks?.count ?? 0, webhooks?.median ?? 0);
    },
  };

  function judge(kind: keyof typeof medianLimitMs, count: number, medianMs: number): void {
    report.increment(`neighbour: ${kind}s`, count);
    report.increment(`neighbour: median of a ${kind} in ms`, Math.round(medianMs));
    const limitMs = world.speed.limitMs(medianLimitMs[kind]);
    if (count >= fewest && medianMs > limitMs)
      report.addViolation(
        `neighbour: half of its ${count} ${kind}s took more than ${Math.round(medianMs)} ms; the limit is ` +
          `${Math.round(limitMs)} ms`,
      );
  }
}

async function visit(
  { send, chance, state }: Client,
  waits: { readonly read: number[]; readonly change: number[] },
): Promise<void> {
  const path = `/lines/${chance.oneOf(state.lineIds)}`;
  const readAt = performance.now();
  const { body } = await send('GET', path);
  waits.read.push(performance.now() - readAt);
  const { status } = body as { readonly status: string };
  const request = { ACTIVE: '/block', BLOCKED: '/unblock', STAND_BY: '/activate' }[status];
  if (request === undefined) return;
  const changeAt = performance.now();
  await send('POST', `${path}${request}`);
  waits.change.push(performance.now() - changeAt);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
