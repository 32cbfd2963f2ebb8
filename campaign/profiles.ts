import { everyCrash, orderCrashes, quickCrashes } from './faults/crashes.ts';
import type { Faults } from './faults/fault.ts';
import { networkDown, networkFaults, networkWell, partnerFaults } from './faults/other-systems.ts';
import { postgresFaults } from './faults/postgres.ts';
import { processFaults } from './faults/processes.ts';
import { redisFaults } from './faults/redis.ts';
import { type Action, billingActions, lineActions } from './load/actions.ts';
import type { Chance } from './world/chance.ts';

export interface Profile {
  /** The minimum number of accepted orders; `--orders` overrides it. */
  readonly orders: number;
  readonly actions: readonly Action[];
  /** The records that each broker has at the start. */
  readonly invoicesEach: number;
  readonly receiptsEach: number;
  readonly subscriptionsEach: number;
  readonly faults: (chance: Chance) => Faults;
  /** Whether the network honours idempotency keys. There is one campaign for each value. */
  readonly keys: readonly ('known' | 'ignored')[];
}

const servers = [...postgresFaults, ...redisFaults];
/** The number of crash points in a quick campaign. */
const quickCrashCount = 2;

export const profiles = {
  quick: {
    keys: ['known'],
    orders: 250,
    actions: lineActions,
    invoicesEach: 0,
    receiptsEach: 0,
    subscriptionsEach: 0,
    faults: (chance) => ({
      others: [...networkFaults, networkWell, networkDown(6_000)],
      servers,
      programs: [...processFaults, ...chance.shuffled(quickCrashes).slice(0, quickCrashCount)],
    }),
  },
  /** Every crash point once, because some bugs show only after a crash at the right place. */
  crashes: {
    keys: ['known'],
    orders: 100,
    actions: [...lineActions, ...billingActions],
    invoicesEach: 60,
    receiptsEach: 300,
    subscriptionsEach: 4,
    faults: () => ({
      others: [...networkFaults, networkWell, networkDown(10_000), ...partnerFaults],
      servers,
      programs: [...processFaults, ...processFaults, ...orderCrashes],
    }),
  },
  full: {
    keys: ['known', 'ignored'],
    orders: 1_500,
    actions: [...lineActions, ...billingActions],
    invoicesEach: 60,
    receiptsEach: 300,
    subscriptionsEach: 4,
    faults: () => ({
      others: [...networkFaults, networkWell, networkDown(60_000), ...partnerFaults],
      servers,
      programs: [...processFaults, ...everyCrash],
    }),
  },
} as const satisfies Record<string, Profile>;
