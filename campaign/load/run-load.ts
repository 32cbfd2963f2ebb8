import { setTimeout as sleep } from 'node:timers/promises';
import { type Chance, createChance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import { changeProducts } from './actions/billing.ts';
import { type BrokerState, type Client, openClient } from './actions/client.ts';
import { createLine } from './actions/lines.ts';
import type { Action } from './actions.ts';
import { addOverdueSubscriptions } from './add-overdue-subscriptions.ts';

export interface LoadOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly seed: number;
  readonly actions: readonly Action[];
}

export interface Load {
  readonly clients: readonly Client[];
  /** The number of accepted orders so far. */
  countAccepted(): number;
  /** Lets every client finish its current action. */
  stop(): Promise<void>;
}

const clientsPerBroker = 6;
const initialLines = 6;
/** Pauses leave the machine time to restart programs. */
const pauseLimitMs = 80;

/**
 * Starts the clients of both brokers. Each runs one action after the other, chosen by its own seed, until the load is
 * stopped.
 */
export async function startLoad({ world, report, seed, actions }: LoadOptions): Promise<Load> {
  const [one, other] = world.brokers.map(
    (broker): Omit<BrokerState, 'foreign'> => ({
      broker,
      lineIds: [],
      subscribed: [],
      overdueSubscriptions: [],
      reported: [],
    }),
  );
  if (!one || !other) throw new Error('The campaign needs two brokers.');
  const states: readonly BrokerState[] = [
    { ...one, foreign: other },
    { ...other, foreign: one },
  ];
  const clients = states.flatMap((state, of) =>
    Array.from({ length: clientsPerBroker }, (_, at) =>
      openClient({ world, state, report, chance: createChance(seed * 1_000 + of * 100 + at) }),
    ),
  );
  await Promise.all(clients.map(createLines));

  let isOver = false;
  const working = clients.map(async (client) => {
    while (!isOver) {
      await pickAction(
        actions,
        client.chance,
      )(client).catch((error: unknown) => report.addViolation(`a client gave up: ${error}`));
      await sleep(client.chance.between(0, pauseLimitMs));
    }
  });
  const addingOverdue = actions.some(({ act }) => act === changeProducts)
    ? addOverdueSubscriptions({ world, report, states, chance: createChance(seed * 1_000 + 999), isOver: () => isOver })
    : undefined;
  return {
    clients,
    countAccepted: () => report.acceptedOrderIds.size,
    async stop() {
      isOver = true;
      await Promise.all([...working, addingOverdue]);
    },
  };
}

async function createLines(client: Client): Promise<void> {
  for (let count = 0; count < initialLines; count += 1) await createLine(client);
}

function pickAction(actions: readonly Action[], chance: Chance): Action['act'] {
  let at = chance.between(
    1,
    actions.reduce((sum, { weight }) => sum + weight, 0),
  );
  for (const { weight, act } of actions) {
    at -= weight;
    if (at <= 0) return act;
  }
  throw new Error('The weights of the actions are invalid.');
}
