import type { Chance } from '../chance.ts';
import type { World } from '../world/start-world.ts';

/** Something that goes wrong, and is over when it comes back. */
export interface Fault {
  readonly name: string;
  /** A call arrives after its order went on without it. A network without keys acts on it, and nothing of ours can stop that. */
  readonly causesLateCalls?: true;
  /** Answers whether it struck: a trap that nobody stepped into has not. */
  inject(world: World, chance: Chance): Promise<boolean>;
}

/** What goes wrong in a campaign. One follows the other in each of the three, and the three go on beside each other. */
export interface Faults {
  /** Of other companies' systems. */
  readonly others: readonly Fault[];
  readonly servers: readonly Fault[];
  readonly programs: readonly Fault[];
}
