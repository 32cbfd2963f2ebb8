import { waitUntil } from '@linework/testing/processes/wait-until';
import { checkFeed } from './checks/check-feed.ts';
import { checkNextRelease } from './checks/check-next-release.ts';
import { checkWorld } from './checks/check-world.ts';
import { countExercised } from './checks/count-exercised.ts';
import { listLateCalls } from './checks/list-late-calls.ts';
import { listOpenWork } from './checks/list-open-work.ts';
import { listOrdersLeftAlone } from './checks/list-orders-left-alone.ts';
import { settleReconciliation } from './checks/settle-reconciliation.ts';
import type { Faults } from './faults/fault.ts';
import { runFaults } from './faults/run-faults.ts';
import { startFeedReaders } from './load/feed-readers.ts';
import { startNeighbour } from './load/neighbour.ts';
import { startBeside } from './load/run-beside.ts';
import { startLoad } from './load/run-load.ts';
import { mutantSettings } from './mutants/mutant-settings.ts';
import type { CampaignOptions } from './options.ts';
import { profiles } from './profiles.ts';
import { saveEvidence } from './save-evidence.ts';
import { createChance } from './world/chance.ts';
import { startNextRelease } from './world/next-release.ts';
import { type CampaignReport, createReport } from './world/report.ts';
import { startWorld, type World } from './world/start-world.ts';

export interface Outcome {
  readonly orders: number;
  readonly seconds: number;
  /** How often each fault had an effect. */
  readonly faults: Readonly<Record<string, number>>;
  /** How often each recovery happened. */
  readonly exercised: Readonly<Record<string, number>>;
  /** The counters of the clients. */
  readonly counts: Readonly<Record<string, number>>;
  readonly slowestRecoveryMs: number;
  readonly violations: readonly string[];
  /** Faults without an effect and recoveries that never happened. With one of them the campaign is void. */
  readonly missing: readonly string[];
  /** The folder with the database and the logs. */
  readonly folder: string;
}

const settleLimitMs = 150_000;

/**
 * Runs the system under load, injects the faults of the profile, waits until all work has settled, and checks the
 * invariants.
 */
export async function runCampaign(
  { seed, orders, profile, mutant, keys = 'known' }: CampaignOptions,
  log: (line: string) => void,
): Promise<Outcome> {
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1_000;
  const logWithTime = (line: string) => log(`${seconds().toFixed(1).padStart(6)} s  ${line}`);
  const { actions, faults, keys: _, ...recordCounts } = profiles[profile];
  const world = await startWorld({
    settings: mutant === undefined ? {} : mutantSettings(mutant),
    keys,
    ...recordCounts,
  });
  const report = createReport();
  try {
    const nextRelease = await startNextRelease(world);
    const feedReaders = startFeedReaders(world, report);
    const load = await startLoad({ world, report, seed, actions });
    const neighbour = await startNeighbour(world, report, seed);
    const beside = await startBeside({ world, report, seed, load });
    logWithTime(`${load.clients.length} clients, a neighbour, move-ins and repairs are running`);
    const { triggered, slowestRecoveryMs } = await runFaults(withoutLateCalls(faults(createChance(seed)), keys), {
      world,
      report,
      seed,
      log,
      hasEnoughOrders: () => load.countAccepted() >= orders,
    });
    logWithTime(`faults ended; ${load.countAccepted()} orders so far`);
    await Promise.all([...world.apis, ...world.workers].map((slot) => slot.isReady()));
    await Promise.all([load.stop(), neighbour.stop(), beside.stop()]);
    world.webhooks.endFaults();
    await checkNextRelease(nextRelease, report);
    await waitForRest(world, report, logWithTime);
    await settleReconciliation({ ...beside, world, report, log: logWithTime });
    await waitForRest(world, report, logWithTime);
    logWithTime('the wait for open work has ended');
    await checkFeed(world, report, feedReaders);
    await checkWorld(world, report, beside);
    const exercised = await countExercised(world, report);
    if (report.violations.length > 0) await saveEvidence(world, report, logWithTime);
    return {
      orders: load.countAccepted(),
      seconds: Math.round(seconds()),
      faults: triggered,
      exercised,
      counts: Object.fromEntries(report.counts),
      slowestRecoveryMs,
      violations: report.violations,
      missing: [...Object.entries(triggered), ...Object.entries(exercised)]
        .filter(([, times]) => times === 0)
        .map(([name]) => name),
      folder: world.folder,
    };
  } finally {
    await world.close();
  }
}

/** How often the wait for open work says what it waits for. */
const waitReportMs = 30_000;

/**
 * Waits until all work has settled, and logs what is open. Work that cannot settle, or has not at the limit, is a
 * violation.
 */
async function waitForRest(world: World, report: CampaignReport, log: (line: string) => void): Promise<void> {
  const limitMs = world.speed.limitMs(settleLimitMs);
  let late: readonly string[] = [];
  let leftAlone: readonly string[] = [];
  let nextReportAt = performance.now() + waitReportMs;
  const isOver = async () => {
    [late, leftAlone] = await Promise.all([listLateCalls(world), listOrdersLeftAlone(world)]);
    if (late.length + leftAlone.length > 0) return true;
    const open = await listOpenWork(world);
    if (open.length > 0 && performance.now() > nextReportAt) {
      log(`waits for what is open: ${open.join(', ')}`);
      nextReportAt += waitReportMs;
    }
    return open.length === 0;
  };
  await waitUntil('all work has settled', isOver, { limitMs }).catch(async () =>
    report.addViolation(
      `I2: work is still open ${Math.round(limitMs / 1_000)} s after the last fault: ` +
        `${(await listOpenWork(world)).join(', ')}`,
    ),
  );
  if (late.length > 0) report.addViolation(`I2: calls are awaited for long after their deadline: ${late.join(', ')}`);
  if (leftAlone.length > 0)
    report.addViolation(`I2: no worker looks at these open orders within an hour: ${leftAlone.join(', ')}`);
}

/** A network without keys executes late calls, so the faults that delay calls are left out. */
function withoutLateCalls(faults: Faults, keys: 'known' | 'ignored'): Faults {
  if (keys === 'known') return faults;
  const [others, servers, programs] = [faults.others, faults.servers, faults.programs].map((list) =>
    list.filter(({ causesLateCalls }) => !causesLateCalls),
  );
  return { others: others ?? [], servers: servers ?? [], programs: programs ?? [] };
}
