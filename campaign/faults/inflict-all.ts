import { statement } from '@linework/db/statement';
import { until } from '@linework/testing/processes/until';
import { type Chance, chanceOf } from '../chance.ts';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';
import type { Fault, Faults } from './fault.ts';

export interface Inflicted {
  /** How often each fault struck. */
  readonly struck: Readonly<Record<string, number>>;
  /** The longest that it took from the end of a fault to the next order completed. */
  readonly slowestRecoveryMs: number;
}

export interface InflictOptions {
  readonly world: World;
  readonly findings: Findings;
  readonly seed: number;
  readonly tell: (line: string) => void;
  /** Whether the load has had enough, so that only what has not struck yet is still to be inflicted. */
  readonly isEnough: () => boolean;
}

/** On a machine at rest: a slower one has as much longer. */
const recoveryLimitMs = 10_000;
/** A trap that nobody stepped into is laid again. */
const roundsAtMost = 4;

const completedStatement = statement('campaign-completed', "SELECT count(*)::int AS count FROM event WHERE type = 'order.completed'");

/**
 * Lets everything go wrong, each fault at least once: other companies', the servers' and the programs' beside each other. After each of the
 * servers' and the programs' an order is completed soon.
 */
export async function inflictAll({ others, servers, programs }: Faults, { world, findings, seed, tell, isEnough }: InflictOptions): Promise<Inflicted> {
  const struck: Record<string, number> = Object.fromEntries([...others, ...servers, ...programs].map(({ name }) => [name, 0]));
  let slowestRecoveryMs = 0;

  async function inflict(fault: Fault, chance: Chance): Promise<void> {
    tell(fault.name);
    if (await fault.inflict(world, chance)) struck[fault.name] = (struck[fault.name] ?? 0) + 1;
    else tell(`${fault.name}: struck nobody`);
  }

  async function recover(fault: Fault): Promise<void> {
    const overMs = performance.now();
    const before = await completed();
    const limitMs = () => world.pace.limitMs(recoveryLimitMs);
    await until('an order completes again', async () => (await completed()) > before, { limitMs: limitMs() }).catch(() =>
      findings.wrong(`after "${fault.name}" no order was completed within ${Math.round(limitMs() / 1_000)} s`),
    );
    slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - overMs);
  }

  /** While the database is away, those of before. */
  let known = 0;
  async function completed(): Promise<number> {
    known = await world.db.query<{ count: number }>(completedStatement, []).then(
      ([row]) => row?.count ?? 0,
      () => known,
    );
    return known;
  }

  async function oneAfterTheOther(faults: readonly Fault[], chance: Chance): Promise<void> {
    for (let round = 1; round <= roundsAtMost; round += 1) {
      const due = faults.filter(({ name }) => round === 1 || !isEnough() || struck[name] === 0);
      for (const fault of chance.shuffled(due)) {
        await inflict(fault, chance);
        await recover(fault);
      }
    }
  }

  let isOver = false;
  async function againAndAgain(faults: readonly Fault[], chance: Chance): Promise<void> {
    let round = 0;
    do {
      round += 1;
      for (const fault of chance.shuffled(faults.filter(({ name }) => !isOver || struck[name] === 0))) await inflict(fault, chance);
    } while (!isOver || (round < roundsAtMost && faults.some(({ name }) => struck[name] === 0)));
  }

  const own = Promise.all([oneAfterTheOther(servers, chanceOf(seed + 1)), oneAfterTheOther(programs, chanceOf(seed + 2))]);
  await Promise.all([againAndAgain(others, chanceOf(seed + 3)), own.finally(() => (isOver = true))]);
  return { struck, slowestRecoveryMs: Math.round(slowestRecoveryMs) };
}
