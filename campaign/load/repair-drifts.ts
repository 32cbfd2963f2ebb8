import { setTimeout as sleep } from 'node:timers/promises';
import type { Drift } from '@linework/schemas/drifts/drift';
import { createChance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import { type BrokerState, type Client, openClient } from './actions/client.ts';

export interface RepairOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly seed: number;
  readonly states: readonly BrokerState[];
}

export interface Repairs {
  stop(): Promise<void>;
}

const pauseMs = { min: 300, max: 900 };

/** For each of these brokers somebody repairs drifts, alone and in bulk, until it is stopped. */
export function startRepairs({ world, report, seed, states }: RepairOptions): Repairs {
  let isOver = false;
  const working = states.map(async (state, at) => {
    const client = openClient({ world, state, report, chance: createChance(seed * 1_000 + 980 + at) });
    while (!isOver) {
      await repairNext(client).catch((error: unknown) => report.addViolation(`a repair gave up: ${error}`));
      await sleep(client.chance.between(pauseMs.min, pauseMs.max));
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

async function repairNext({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/drifts?status=OPEN&limit=50');
  const drifts = (body as { readonly items: readonly Drift[] }).items.filter(({ lineId }) => lineId !== undefined);
  if (drifts.length === 0) return;
  const { id, kind, isOurs } = chance.oneOf(drifts);
  if (chance.happens(20)) {
    const { status } = await send('POST', '/bulk-operations', {
      body: { operation: 'reconcile', filter: { drift: [kind] } },
    });
    if (status < 300) report.increment('repair in bulk requested');
    return;
  }
  // What belongs to somebody else stays; to ask a few times is enough.
  if (!isOurs && chance.happens(80)) return;
  const { status } = await send('POST', `/drifts/${id}/repair`);
  if (status < 300) report.increment(isOurs ? 'repair requested' : 'repair of a foreign subscriber requested');
}
