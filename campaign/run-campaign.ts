import { until } from '@linework/testing/processes/until';
import { chanceOf } from './chance.ts';
import { checkNextRelease } from './checks/check-next-release.ts';
import { checkWorld } from './checks/check-world.ts';
import { whatIsAtWork } from './checks/what-is-at-work.ts';
import { whatWasExercised } from './checks/what-was-exercised.ts';
import type { Faults } from './faults/fault.ts';
import { inflictAll } from './faults/inflict-all.ts';
import { startFindings } from './findings.ts';
import { keepEvidence } from './keep-evidence.ts';
import { startLoad } from './load/run-load.ts';
import { settingsOfMutant } from './mutants/settings-of-mutant.ts';
import type { Options } from './options.ts';
import { profiles } from './profiles.ts';
import { startNextRelease } from './world/next-release.ts';
import { startWorld } from './world/start-world.ts';

export interface Outcome {
  readonly orders: number;
  readonly seconds: number;
  /** How often each fault struck. */
  readonly faults: Readonly<Record<string, number>>;
  /** How often each way of recovering was gone. */
  readonly exercised: Readonly<Record<string, number>>;
  /** What the clients saw. */
  readonly counts: Readonly<Record<string, number>>;
  readonly slowestRecoveryMs: number;
  readonly violations: readonly string[];
  /** Faults that never struck and recoveries that never happened: with one, nothing is proved. */
  readonly missing: readonly string[];
  /** Where the database and the logs are kept. */
  readonly folder: string;
}

const restLimitMs = 150_000;

/** Runs the system under load, lets everything go wrong that the profile lists, waits until all is at rest, and looks whether it holds. */
export async function runCampaign({ seed, orders, profile, mutant, keys = 'known' }: Options, say: (line: string) => void): Promise<Outcome> {
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1_000;
  const tell = (line: string) => say(`${seconds().toFixed(1).padStart(6)} s  ${line}`);
  const { actions, faults, keys: _, ...each } = profiles[profile];
  const world = await startWorld({ settings: mutant === undefined ? {} : settingsOfMutant(mutant), keys, ...each });
  const findings = startFindings();
  try {
    const nextRelease = await startNextRelease(world);
    const load = await startLoad({ world, findings, seed, actions });
    tell(`${load.clients.length} clients are at work`);
    const { struck, slowestRecoveryMs } = await inflictAll(inTime(faults(chanceOf(seed)), keys), {
      world,
      findings,
      seed,
      tell,
      isEnough: () => load.placed() >= orders,
    });
    tell(`no more faults; ${load.placed()} orders so far`);
    await Promise.all([...world.apis, ...world.workers].map((post) => post.isReady()));
    await load.end();
    await checkNextRelease(nextRelease, findings);
    const limitMs = () => world.pace.limitMs(restLimitMs);
    const atRest = async () => (await whatIsAtWork(world)).length === 0;
    await until('all is at rest', atRest, { limitMs: limitMs() }).catch(async () =>
      findings.wrong(`I2: not at rest ${Math.round(limitMs() / 1_000)} s after the last fault: ${(await whatIsAtWork(world)).join(', ')}`),
    );
    tell('at rest');
    await checkWorld(world, findings);
    const exercised = await whatWasExercised(world, findings);
    if (findings.wrongs.length > 0) await keepEvidence(world, findings, tell);
    return {
      orders: load.placed(),
      seconds: Math.round(seconds()),
      faults: struck,
      exercised,
      counts: Object.fromEntries(findings.counts),
      slowestRecoveryMs,
      violations: findings.wrongs,
      missing: [...Object.entries(struck), ...Object.entries(exercised)].filter(([, times]) => times === 0).map(([name]) => name),
      folder: world.folder,
    };
  } finally {
    await world.close();
  }
}

/** A network without keys acts on a call that comes late: what makes calls late is left out there. */
function inTime(faults: Faults, keys: 'known' | 'ignored'): Faults {
  if (keys === 'known') return faults;
  const [others, servers, programs] = [faults.others, faults.servers, faults.programs].map((some) => some.filter(({ makesCallsLate }) => !makesCallsLate));
  return { others: others ?? [], servers: servers ?? [], programs: programs ?? [] };
}
