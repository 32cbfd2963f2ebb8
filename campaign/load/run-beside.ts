import { createChance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import { type Client, openClient } from './actions/client.ts';
import { type MoveIns, startMoveIns } from './move-in.ts';
import { type RegisterDifferences, startRegisterDifferences } from './register-differences.ts';
import { startRepairs } from './repair-drifts.ts';
import type { Load } from './run-load.ts';

/** What runs beside the load of orders. */
export interface Beside {
  readonly moveIns: MoveIns;
  readonly differences: RegisterDifferences;
  /** A client that is free after the load. */
  readonly client: Client;
  /** Waits until the last move-in has ended, and stops everything. */
  stop(): Promise<void>;
}

export interface BesideOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly seed: number;
  readonly load: Load;
}

/** Starts the move-ins, the differences in the register, and the repairs. */
export async function startBeside({ world, report, seed, load }: BesideOptions): Promise<Beside> {
  const moveIns = await startMoveIns(world, report, seed);
  const states = [...new Set(load.clients.map(({ state }) => state)), moveIns.state];
  const differences = await startRegisterDifferences({ world, report, seed, states });
  const repairs = startRepairs({ world, report, seed, states });
  const client = openClient({ world, state: moveIns.state, report, chance: createChance(seed * 1_000 + 996) });
  return {
    moveIns,
    differences,
    client,
    async stop() {
      await Promise.all([moveIns.stop(), differences.stop(), repairs.stop()]);
    },
  };
}
