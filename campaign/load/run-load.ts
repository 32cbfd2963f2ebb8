import { setTimeout as sleep } from 'node:timers/promises';
import { type Chance, chanceOf } from '../chance.ts';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';
import { changeProducts } from './actions/change-products.ts';
import { createLine } from './actions/create-line.ts';
import type { Action } from './actions.ts';
import { type Client, type Estate, openClient } from './client.ts';
import { fallBehind } from './fall-behind.ts';

export interface LoadOptions {
  readonly world: World;
  readonly findings: Findings;
  readonly seed: number;
  readonly actions: readonly Action[];
}

export interface Load {
  readonly clients: readonly Client[];
  /** How many orders were accepted so far. */
  placed(): number;
  /** Lets every client finish what it does, and start nothing more. */
  end(): Promise<void>;
}

const clientsOfEach = 6;
const linesToBeginWith = 6;
/** Leaves the machine time to start programs again. */
const pauseAtMostMs = 80;

/** Lets the clients of both brokers begin. Each does one thing after the other, chosen by its own seed, until the load is ended. */
export async function startLoad({ world, findings, seed, actions }: LoadOptions): Promise<Load> {
  const [one, other] = world.brokers.map((broker): Omit<Estate, 'foreign'> => ({ broker, lineIds: [], subscribed: [], behind: [], reported: [] }));
  if (!one || !other) throw new Error('There are no brokers.');
  const estates: readonly Estate[] = [
    { ...one, foreign: other },
    { ...other, foreign: one },
  ];
  const clients = estates.flatMap((estate, of) =>
    Array.from({ length: clientsOfEach }, (_, at) => openClient({ world, estate, findings, chance: chanceOf(seed * 1_000 + of * 100 + at) })),
  );
  await Promise.all(clients.map(makeLines));

  let isOver = false;
  const working = clients.map(async (client) => {
    while (!isOver) {
      await someAction(actions, client.chance)(client).catch((error: unknown) => findings.wrong(`a client gave up: ${error}`));
      await sleep(client.chance.between(0, pauseAtMostMs));
    }
  });
  const fallingBehind = actions.some(({ act }) => act === changeProducts)
    ? fallBehind({ world, findings, estates, chance: chanceOf(seed * 1_000 + 999), isOver: () => isOver })
    : undefined;
  return {
    clients,
    placed: () => findings.promised.size,
    async end() {
      isOver = true;
      await Promise.all([...working, fallingBehind]);
    },
  };
}

async function makeLines(client: Client): Promise<void> {
  for (let made = 0; made < linesToBeginWith; made += 1) await createLine(client);
}

function someAction(actions: readonly Action[], chance: Chance): Action['act'] {
  let at = chance.between(
    1,
    actions.reduce((sum, { weight }) => sum + weight, 0),
  );
  for (const { weight, act } of actions) {
    at -= weight;
    if (at <= 0) return act;
  }
  throw new Error('The weights do not add up.');
}
