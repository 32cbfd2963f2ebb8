import { statement } from '@linework/db/statement';
import { orderStatusEvents } from '@linework/schemas/events';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { type Chance, createChance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import type { Fault, Faults } from './fault.ts';

export interface FaultResults {
  /** How often each fault had an effect. */
  readonly triggered: Readonly<Record<string, number>>;
  /** The longest time from the end of a fault to the next completed order. */
  readonly slowestRecoveryMs: number;
}

export interface RunFaultsOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Whether enough orders were accepted. Then only faults without an effect so far are repeated. */
  readonly hasEnoughOrders: () => boolean;
}

/** The limit on an idle machine. A busy machine gets more time in proportion. */
const recoveryLimitMs = 10_000;
/** A fault without an effect is repeated in the next round. */
const roundLimit = 4;

const completedStatement = statement(
  'campaign-completed',
  `SELECT count(*)::int AS count FROM event WHERE type = '${orderStatusEvents.COMPLETED}'`,
).returns<{ count: number }>();

/**
 * Injects each fault at least once. Faults of external systems, servers and programs run concurrently. After each fault
 * of a server or a program an order must complete soon.
 */
export async function runFaults(
  { others, servers, programs }: Faults,
  { world, report, seed, log, hasEnoughOrders }: RunFaultsOptions,
): Promise<FaultResults> {
  const triggered: Record<string, number> = Object.fromEntries(
    [...others, ...servers, ...programs].map(({ name }) => [name, 0]),
  );
  let slowestRecoveryMs = 0;
  const completed = createCompletedCounter(world);

  async function injectFault(fault: Fault, chance: Chance): Promise<void> {
    log(fault.name);
    if (await fault.inject(world, chance)) triggered[fault.name] = (triggered[fault.name] ?? 0) + 1;
    else log(`${fault.name}: no effect`);
  }

  async function recover(fault: Fault): Promise<void> {
    const faultEndedMs = performance.now();
    const before = await completed();
    const limitMs = () => world.speed.limitMs(recoveryLimitMs);
    const { untilUp, outages } = world.managedNetwork;
    const completesAgain = () =>
      waitUntil('an order completes again', async () => (await completed()) > before, { limitMs: limitMs() }).then(
        () => true,
        () => false,
      );
    // While the network is down no call is made, so the time is counted from its return.
    await untilUp();
    const outagesBefore = outages();
    const isBack = (await completesAgain()) || (outages() > outagesBefore && (await untilUp().then(completesAgain)));
    if (!isBack)
      report.addViolation(`after "${fault.name}" no order was completed within ${Math.round(limitMs() / 1_000)} s`);
    slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - faultEndedMs);
  }

  async function runInSequence(faults: readonly Fault[], chance: Chance): Promise<void> {
    for (let round = 1; round <= roundLimit; round += 1) {
      const due = faults.filter(({ name }) => round === 1 || !hasEnoughOrders() || triggered[name] === 0);
      for (const fault of chance.shuffled(due)) {
        await injectFault(fault, chance);
        await recover(fault);
      }
    }
  }

  let isOver = false;
  async function runRepeatedly(faults: readonly Fault[], chance: Chance): Promise<void> {
    let round = 0;
    do {
      round += 1;
      for (const fault of chance.shuffled(faults.filter(({ name }) => !isOver || triggered[name] === 0)))
        await injectFault(fault, chance);
    } while (!isOver || (round < roundLimit && faults.some(({ name }) => triggered[name] === 0)));
  }

  const own = Promise.all([
    runInSequence(servers, createChance(seed + 1)),
    runInSequence(programs, createChance(seed + 2)),
  ]);
  await Promise.all([runRepeatedly(others, createChance(seed + 3)), own.finally(() => (isOver = true))]);
  return { triggered, slowestRecoveryMs: Math.round(slowestRecoveryMs) };
}

/** Counts the completed orders; while the database is unavailable it returns the last known count. */
function createCompletedCounter({ db }: Pick<World, 'db'>): () => Promise<number> {
  let lastCount = 0;
  return async () => {
    lastCount = await db.query(completedStatement).then(
      ([row]) => row?.count ?? 0,
      () => lastCount,
    );
    return lastCount;
  };
}
