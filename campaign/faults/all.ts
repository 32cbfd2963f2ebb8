import type { Chance } from '../chance.ts';
import { everyCrash, someCrashes } from './crashes.ts';
import type { Fault } from './fault.ts';
import { networkFaults } from './network.ts';
import { postgresFaults } from './postgres.ts';
import { processFaults } from './processes.ts';
import { redisFaults } from './redis.ts';

/** What goes wrong in a campaign. One follows the other in each of the three, and the three go on beside each other. */
export interface Faults {
  readonly network: readonly Fault[];
  readonly servers: readonly Fault[];
  readonly programs: readonly Fault[];
}

const servers = [...postgresFaults, ...redisFaults];
/** Of the traps, a quick campaign lays so many. */
const trapsOfQuick = 4;

/** The faults of each profile. */
export const faultsOf = {
  quick: (chance: Chance): Faults => ({
    network: networkFaults,
    servers,
    programs: [...processFaults, ...chance.shuffled(someCrashes).slice(0, trapsOfQuick)],
  }),
  /** Every trap once: some bugs are seen only by who dies at the right place. */
  mutants: (): Faults => ({ network: networkFaults, servers, programs: [...processFaults, ...someCrashes] }),
  full: (): Faults => ({ network: networkFaults, servers, programs: [...processFaults, ...everyCrash] }),
} as const;
